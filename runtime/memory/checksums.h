//===- checksums.h - whether memory is what it was ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Checksums of ranges of memory, one for each chunk of the undo log (undo_log.h) that a range has a part in. For
// --verify-restore: slow, and it allocates; private memory, called by the explorer only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace xblock {

struct MemoryRange {
  uint64_t low, high; ///< addresses, low <= high
};

class Checksums {
public:
  /// Takes the bytes of [low, high) as they are.
  void add(uint64_t low, uint64_t high);
  /// The first part of a chunk, in the order of the ranges, whose bytes are others now. Nothing if there is none.
  std::optional<MemoryRange> firstDifference() const;

private:
  std::vector<MemoryRange> ranges_;
  std::vector<uint64_t> sums_;
};

} // namespace xblock

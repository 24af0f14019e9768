//===- output.h - what the program writes to stdout and stderr ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One buffer a schedule, both streams in the order written; a snapshot is its length. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/whole_io_linux.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace xblock {

class Output {
public:
  bool map();
  void append(int stream, const void *bytes, size_t n); ///< stream 1 or 2
  uint64_t length() const { return length_; }
  /// What is appended is written at once, and not kept.
  void passOn(bool passes) { passes_ = passes; }
  void truncate(uint64_t length) { length_ = length; }
  std::string text() const;            ///< both streams
  std::string text(int stream) const;  ///< one of them

private:
  struct Piece {
    uint32_t size;
    uint32_t stream;
  };
  uint64_t length_ = 0;
  bool passes_ = false;
};

extern Output output;

} // namespace xblock

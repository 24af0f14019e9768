//===- kept_stacks.h - stacks by a number that fits a block's header ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The number of a stack is made of its frames, not of the order in which stacks are kept, so that tracked memory that holds
// it is the same whatever ran before (two stacks that give the same number, about one pair in 2^32, are told apart in order).
// Private memory; never given back. No allocation, no libc.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/layout_linux.h"

#include <cstdint>
#include <span>

namespace xblock {

class KeptStacks {
public:
  bool map();
  /// Its number, not 0; 0 if no more fit. At most 255 frames.
  uint32_t keep(std::span<const uint64_t> frames);
  /// Empty for a number that keep() did not return.
  std::span<const uint64_t> of(uint32_t number) const;

private:
  struct Kept {
    uint32_t number, count;
    uint64_t frames[];
  };
  static constexpr uint32_t kSlots = 1 << 20;
  static uint32_t *slots() { return reinterpret_cast<uint32_t *>(layout::kKeptStacks); }
  /// At that many units of 8 bytes behind the slots.
  static Kept *at(uint32_t place) {
    return reinterpret_cast<Kept *>(layout::kKeptStacks + kSlots * sizeof(uint32_t) + uint64_t{place} * 8);
  }
  uint32_t next_ = 1, count_ = 0;
};

extern KeptStacks keptStacks;

} // namespace xblock

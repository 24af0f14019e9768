//===- race_table.h - a number for each key -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Numbers the keys it is asked for, in the order of asking: 0, 1, 2, ... Keys are never forgotten,
// so a number found in one schedule holds in all. Open addressing; a key is any 64-bit number.
// Private memory, no allocation for a key that is known.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/archive.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

class RaceTable {
public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// The number of the key, which is new if it is size() as it was before.
  uint32_t number(uint64_t key) {
    if (key == lastKey_ && last_ != kNone) // of a lock that is taken and given back, or what is read and then written
      return last_;
    lastKey_ = key;
    return last_ = look(key);
  }
  /// The same, or kNone if the key has none.
  uint32_t find(uint64_t key) { return slots_.empty() ? kNone : slotOf(key); }
  size_t size() const { return keys_.size(); }
  std::span<const uint64_t> keys() const { return keys_; }
  /// Writes or reads what it has (support/archive.h).
  template <typename A> void archive(A &a) {
    std::vector<uint64_t> keys = keys_;
    io(a, keys);
    if constexpr (A::kReads) {
      *this = {};
      for (uint64_t key : keys)
        number(key);
    }
  }

private:
  uint32_t look(uint64_t key) {
    if (2 * keys_.size() >= slots_.size())
      grow();
    uint32_t &slot = slotOf(key);
    if (slot == kNone) {
      slot = static_cast<uint32_t>(keys_.size());
      keys_.push_back(key);
    }
    return slot;
  }
  uint32_t &slotOf(uint64_t key) {
    size_t at = static_cast<size_t>((key * 0x9E3779B97F4A7C15ull) >> shift_);
    while (slots_[at] != kNone && keys_[slots_[at]] != key)
      at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kNone);
    shift_ = 64;
    for (size_t n = slots_.size(); n > 1; n /= 2)
      --shift_;
    for (size_t i = 0; i < keys_.size(); ++i)
      slotOf(keys_[i]) = static_cast<uint32_t>(i);
  }

  std::vector<uint64_t> keys_;  ///< by number
  std::vector<uint32_t> slots_; ///< numbers; a power of two of them, at most half in use
  unsigned shift_ = 64;
  uint64_t lastKey_ = 0; ///< whose number() was asked last
  uint32_t last_ = kNone;
};

} // namespace xblock

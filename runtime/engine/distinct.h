//===- distinct.h - counts what was seen for the first time ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A set of 64-bit hashes, which only grows, up to a limit of memory. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/archive.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace xblock {

class Distinct {
public:
  /// Hashes are kept up to 4 Mi of them: 64 MiB.
  static constexpr uint64_t kMost = uint64_t{1} << 22;

  void add(uint64_t hash) {
    hash += hash == 0; // which marks a free place
    if (2 * count_ >= places_.size() && count_ < kMost)
      grow();
    uint64_t &place = find(hash);
    if (place == hash)
      return;
    full_ = count_ == kMost;
    if (full_)
      return;
    place = hash;
    ++count_;
  }
  uint64_t count() const { return count_; }
  /// Something new came that was not counted.
  bool isFull() const { return full_; }
  template <typename A> void archive(A &a) {
    std::vector<uint64_t> all;
    if constexpr (!A::kReads)
      std::copy_if(places_.begin(), places_.end(), std::back_inserter(all), [](uint64_t hash) { return hash != 0; });
    io(a, all);
    for (uint64_t hash : all)
      if constexpr (A::kReads)
        add(hash);
    io(a, full_);
  }

private:
  uint64_t &find(uint64_t hash) {
    size_t i = hash & (places_.size() - 1);
    while (places_[i] != 0 && places_[i] != hash)
      i = (i + 1) & (places_.size() - 1);
    return places_[i];
  }
  void grow() {
    constexpr size_t kFirst = 1024;
    std::vector<uint64_t> old(places_.empty() ? kFirst : 2 * places_.size());
    old.swap(places_);
    for (uint64_t hash : old)
      if (hash != 0)
        find(hash) = hash;
  }

  std::vector<uint64_t> places_; ///< a power of two of them, at most half in use
  uint64_t count_ = 0;
  bool full_ = false;
};

} // namespace xblock

//===- random_numbers.h - random numbers that are the same on every platform -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// SplitMix64 (Steele, Lea, Flood 2014). The numbers of schedule k with seed N depend on (N, k) only. No distribution of <random>: what those give
// is the library's business. Plain values.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ull;

/// A permutation of the 64-bit numbers in which each bit depends on all: the finalizer of SplitMix64.
constexpr uint64_t scramble(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// For hashes of sequences: depends on the order.
constexpr uint64_t mix(uint64_t hash, uint64_t value) { return scramble(hash + kGolden) ^ scramble(value * kGolden + 1); }

class RandomNumbers {
public:
  RandomNumbers() = default;
  RandomNumbers(uint64_t seed, uint64_t number) : state_(scramble(mix(seed, number))) {}

  uint64_t next() {
    state_ += kGolden;
    return scramble(state_);
  }
  /// Each of 0, ..., n - 1 is as likely; n is at least 1.
  uint64_t below(uint64_t n) {
    const uint64_t whole = ~uint64_t{0} - ~uint64_t{0} % n; // a multiple of n
    uint64_t x = next();
    while (x >= whole)
      x = next();
    return x % n;
  }

private:
  uint64_t state_ = 0;
};

} // namespace xblock

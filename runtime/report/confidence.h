//===- confidence.h - how sure a share that was counted is ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The interval of C. Clopper and E. Pearson (Biometrika 1934): it holds the probability with at least the confidence, however small that is
// and however few were counted, none or all included. Plain values.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>

namespace xblock {

/// Of probabilities.
struct Interval {
  double low = 0, high = 1;
};
constexpr double kConfidence = 0.95;

/// For what came `n` times in `of` independent draws, at least one.
Interval clopperPearson(uint64_t n, uint64_t of);

/// "0.0231", "2.31e-07": three digits that count.
std::string shownProbability(double p);

} // namespace xblock

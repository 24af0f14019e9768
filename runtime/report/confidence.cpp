//===- confidence.cpp - how sure a share that was counted is -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/confidence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace xblock {

namespace {

/// The continued fraction of the incomplete beta function, by Lentz's method. Quick for x < (a + 1) / (a + b + 2).
double fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300, kExact = 1e-15;
  constexpr int kMost = 100'000; // about the square root of a and b; the interval of 10^9 draws is there long before
  auto away = [](double v) { return std::fabs(v) < kTiny ? kTiny : v; };
  double c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), value = d;
  for (int i = 1; i < kMost; ++i) {
    auto step = [&](double term) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      value *= d * c;
      return d * c;
    };
    step(i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i)));
    if (std::fabs(step(-(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1))) - 1) < kExact)
      break;
  }
  return value;
}

/// The regularised incomplete beta function: the probability that at least a of a + b - 1 draws come, each with x.
double beta(double a, double b, double x) {
  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
}

/// The x for which beta(a, b, x) is p. It grows with x: by halves, down to neighbouring numbers.
double inverse(double a, double b, double p) {
  double low = 0, high = 1;
  for (;;) {
    double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high)
      return middle;
    (beta(a, b, middle) < p ? low : high) = middle;
  }
}

} // namespace

Interval clopperPearson(uint64_t n, uint64_t of) {
  constexpr double kTail = (1 - kConfidence) / 2;
  const auto k = static_cast<double>(n), all = static_cast<double>(of);
  // Where none or all came, that all of the others did not has the probability of a power.
  if (n == 0)
    return {0, -std::expm1(std::log(kTail) / all)};
  if (n == of)
    return {std::exp(std::log(kTail) / all), 1};
  return {inverse(k, all - k + 1, kTail), inverse(k + 1, all - k, 1 - kTail)};
}

std::string shownProbability(double p) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", p);
  return text;
}

} // namespace xblock

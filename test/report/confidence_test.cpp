//===- confidence_test.cpp - how sure a share that was counted is --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/confidence.h"

#include <cmath>
#include <gtest/gtest.h>

namespace xblock::test {
namespace {

/// The probability of at least (or, `most`, at most) k of n draws, summed.
double binomial(int k, int n, double p, bool most) {
  double sum = 0;
  for (int i = most ? 0 : k; i <= (most ? k : n); ++i)
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) + i * std::log(p) + (n - i) * std::log1p(-p));
  return sum;
}

// With the low end so many or more come with 2.5 %, with the high end so many or fewer: what the interval is defined by.
TEST(ClopperPearson, EndsWhereTheTailsOfTheBinomialDistributionDo) {
  for (int n : {1, 2, 5, 20, 137, 1000})
    for (int k = 0; k <= n; k += 1 + n / 20) {
      Interval found = clopperPearson(static_cast<uint64_t>(k), static_cast<uint64_t>(n));
      if (k == 0)
        EXPECT_EQ(found.low, 0);
      else
        EXPECT_NEAR(binomial(k, n, found.low, false), .025, 1e-9) << k << " of " << n;
      if (k == n)
        EXPECT_EQ(found.high, 1);
      else
        EXPECT_NEAR(binomial(k, n, found.high, true), .025, 1e-9) << k << " of " << n;
    }
}

// None of n: (1 - high)^n = 2.5 %. All of n: low^n = 2.5 %.
TEST(ClopperPearson, OfNoneAndOfAll) {
  for (double n : {1.0, 10.0, 500.0, 1e6, 1e12}) {
    const auto of = static_cast<uint64_t>(n);
    EXPECT_NEAR(clopperPearson(0, of).high / -std::expm1(std::log(.025) / n), 1, 1e-9) << n;
    EXPECT_NEAR((1 - clopperPearson(of, of).low) / -std::expm1(std::log(.025) / n), 1, 1e-4) << n; // 1 - low has few digits
  }
}

// Where the normal distribution is as good: k +- 1.959964 sqrt(k (n - k) / n), to half a count and the skew.
TEST(ClopperPearson, OfMany) {
  const double n = 1e9, k = 4e8, half = 1.959964 * std::sqrt(k * (n - k) / n);
  Interval found = clopperPearson(static_cast<uint64_t>(k), static_cast<uint64_t>(n));
  EXPECT_NEAR(found.low * n, k - half, 2);
  EXPECT_NEAR(found.high * n, k + half, 2);
}

TEST(ShownProbability, HasThreeDigits) {
  EXPECT_EQ(shownProbability(0), "0");
  EXPECT_EQ(shownProbability(1), "1");
  EXPECT_EQ(shownProbability(.3125), "0.312");
  EXPECT_EQ(shownProbability(4.12e-14), "4.12e-14");
}

} // namespace
} // namespace xblock::test

//===- nearest_test.cpp -------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "options/nearest.h"

#include <array>
#include <gtest/gtest.h>

namespace xblock {
namespace {

TEST(EditDistance, CountsSingleCharacterEdits) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("mode", "mode"), 0u);
  EXPECT_EQ(editDistance("", "json"), 4u);
  EXPECT_EQ(editDistance("mod", "mode"), 1u);       // insert e
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u); // k>s, e>i, insert g
  EXPECT_EQ(editDistance("ab", "ba"), 2u);          // a swap is two edits
}

TEST(Nearest, PrefersTheFirstOfEquals) {
  constexpr std::array<std::string_view, 3> kKnown = {"mode", "node", "json"};
  EXPECT_EQ(nearest("ode", kKnown), "mode");
  EXPECT_EQ(nearest("jsn", kKnown), "json");
}

} // namespace
} // namespace xblock

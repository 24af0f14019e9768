//===- help_test.cpp ----------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/help.h"

#include <gtest/gtest.h>

namespace xblock {
namespace {

TEST(Wrapped, BreaksBetweenWordsOnly) {
  EXPECT_EQ(wrapped("", 5), "");
  EXPECT_EQ(wrapped("ab cd", 5), "ab cd");
  EXPECT_EQ(wrapped("ab cde", 5), "ab\ncde");
  EXPECT_EQ(wrapped("a bbbbbbbb c", 5), "a\nbbbbbbbb\nc");
  EXPECT_EQ(wrapped("  a   b ", 5), "a b");
}

} // namespace
} // namespace xblock

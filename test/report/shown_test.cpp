//===- shown_test.cpp ----------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/shown.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace xblock {
namespace {

TEST(ShownPath, IsRelativeBelowTheCurrentDirectoryOnly) {
  std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(shownPath(here + "/a/b.c"), "a/b.c");
  EXPECT_EQ(shownPath(here + "/x/../a/./b.c"), "a/b.c");
  EXPECT_EQ(shownPath(here + "/../b.c"),
            std::filesystem::path(here).parent_path().string() + "/b.c");
  EXPECT_EQ(shownPath(here + "2/b.c"), here + "2/b.c"); // a name that only begins alike
  EXPECT_EQ(shownPath("/usr/include/c.h"), "/usr/include/c.h");
  EXPECT_EQ(shownPath("./a//b.c"), "a/b.c");
}

TEST(ShownPlace, LeavesOutWhatIsUnknown) {
  EXPECT_EQ(shownPlace("/s/a.c", 3), "/s/a.c:3");
  EXPECT_EQ(shownPlace("/s/a.c", 0), "/s/a.c");
  EXPECT_EQ(shownPlace("", 3), "");
  EXPECT_EQ(shortPlace("/s/a.c", 3), "a.c:3");
  EXPECT_EQ(shortPlace("", 0), "");
}

TEST(ShellQuoted, LeavesPlainWordsAlone) {
  EXPECT_EQ(shellQuoted("./a-b_c.d"), "./a-b_c.d");
  EXPECT_EQ(shellQuoted("x1:0x2.1"), "x1:0x2.1");
  EXPECT_EQ(shellQuoted(""), "''");
  EXPECT_EQ(shellQuoted("a b"), "'a b'");
  EXPECT_EQ(shellQuoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shellQuoted("$HOME"), "'$HOME'");
  EXPECT_EQ(shellQuoted("~"), "'~'");
}

TEST(Printable, WritesControlBytesAsNumbers) {
  EXPECT_EQ(printable("a\x1b[1m\tb\x7f", false), "a\\x1b[1m\tb\\x7f");
  EXPECT_EQ(printable("a\nb", true), "a\nb");
  EXPECT_EQ(printable("a\nb", false), "a\\x0ab");
  EXPECT_EQ(printable("\xc3\xa4", false), "\xc3\xa4");
}

TEST(Wrapped, BreaksBetweenWordsOnly) {
  EXPECT_EQ(wrapped("", 5), "");
  EXPECT_EQ(wrapped("ab cd", 5), "ab cd");
  EXPECT_EQ(wrapped("ab cde", 5), "ab\ncde");
  EXPECT_EQ(wrapped("a bbbbbbbb c", 5), "a\nbbbbbbbb\nc");
  EXPECT_EQ(wrapped("  a   b ", 5), "a b");
  EXPECT_EQ(wrapped("a: bb cc dd", 8, 3), "a: bb cc\n   dd");
}

} // namespace
} // namespace xblock

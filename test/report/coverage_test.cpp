//===- coverage_test.cpp - what was covered, as a file, as text and as a page -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/coverage.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace xblock {
namespace {

CoverageReport made() {
  CoverageReport report;
  report.program = "p";
  report.digest = "12ab";
  report.runs = 2;
  report.schedules = 7;
  report.functions = {{"run<int>()", "/b.cpp", 9, true, false}, {"main", "/a.cpp", 3, false, true}};
  report.pairs = {{0, 1}};
  report.locks = {{"main", "/a.cpp", 4, true, true, false}};
  return report;
}

TEST(CoverageFile, IsReadAsItWasWritten) {
  std::string error, text = printCoverageFile(made());
  auto read = parseCoverageFile(text, &error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(printCoverageFile(*read), text);
  EXPECT_EQ(read->pairs, made().pairs);
  EXPECT_EQ(read->functions[0].name, "run<int>()");
  EXPECT_TRUE(read->locks[0].waited);
}

TEST(CoverageFile, IsRefusedIfItIsNone) {
  auto refused = [](const std::string &text) {
    std::string error;
    EXPECT_FALSE(parseCoverageFile(text, &error)) << text;
    return error;
  };
  std::string text = printCoverageFile(made());
  for (const char *none :
       {"", "nothing", "[]", "3", "{}", R"({"kind": "another"})", R"({"kind": 3})"})
    EXPECT_EQ(refused(none), "is no file that --coverage wrote: give another name");
  EXPECT_EQ(refused(R"({"kind": "xblock coverage", "version": 2})"),
            "is coverage that another version of xblock wrote: give another name, or remove it");
  const char *changed =
      "is coverage that was changed since it was written: give another name, or remove it";
  EXPECT_EQ(refused(R"({"kind": "xblock coverage", "version": 1})"), changed);
  auto with = [&](const std::string &from, const std::string &to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return other;
  };
  EXPECT_EQ(refused(with("\"runs\": 2", "\"runs\": \"two\"")), changed);
  EXPECT_EQ(refused(with("   1\n", "   2\n")), changed); // a pair of functions that are not there
  for (size_t end = 1; end + 1 < text.size(); ++end)     // the last is a newline
    EXPECT_EQ(refused(text.substr(0, end)), "is no file that --coverage wrote: give another name");
}

TEST(Coverage, IsInTheOrderOfFilesAndLines) {
  CoverageReport report = sorted(made());
  EXPECT_EQ(report.functions[0].name, "main");
  EXPECT_EQ(report.pairs,
            (std::vector<std::pair<uint32_t, uint32_t>>{{1, 0}})); // the same functions
}

TEST(Coverage, IsToldInLines) {
  CoverageReport report = made();
  report.complete = true;
  report.keptIn = "c";
  std::vector<std::string> expected = {
      "1 of 2 functions interrupted, 1 of 2 executed without, 1 of 4 pairs of one that was "
      "interrupted and one that another thread executed meanwhile",
      "1 place that takes a lock: a thread waited at 1, and for what was taken at 0",
      "the search is complete: with these arguments and this input no schedule covers more "
      "functions or pairs",
      "of 2 runs and 7 schedules, in c"};
  EXPECT_EQ(coverageLines(report), expected);
}

TEST(CoverageHtml, ShowsNamesAsText) {
  CoverageReport report = made();
  report.functions[0].name = "run<A & B>(\"\x01\")";
  report.program = "<p>";
  std::string page = printCoverageHtml(report);
  EXPECT_NE(page.find("run&lt;A &amp; B&gt;(&quot;\\x01&quot;)"), page.npos);
  EXPECT_NE(page.find("<code>&lt;p&gt;</code>"), page.npos);
  EXPECT_EQ(page.find("run<A"), page.npos);
  EXPECT_NE(page.find("50.0 %"), page.npos);
}

TEST(CoverageHtml, SaysThatASourceIsNewerThanTheProgram) {
  const std::string file = testing::TempDir() + "coverage_html_source.c";
  std::ofstream(file) << "int main(void) {\n  lock();\n}\n";
  CoverageReport report;
  report.functions = {{"main", file, 1, true, false}};
  report.locks = {{"main", file, 2, true, false, false}};
  const std::string said = "changed since the program was built";
  auto count = [&] {
    const std::string page = printCoverageHtml(report);
    size_t n = 0;
    for (size_t at = 0; (at = page.find(said, at)) != page.npos; ++at)
      ++n;
    return n;
  };
  EXPECT_EQ(count(), 2u) << "beside the functions, and beside the line that is shown";
  std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() -
                                             std::chrono::hours(24 * 365 * 40));
  EXPECT_EQ(count(), 0u);
  std::filesystem::remove(file);
}

// 2 of 3 are not 66.7 %, and 999 of 1,000 are not all.
TEST(CoverageHtml, RoundsDown) {
  CoverageReport report;
  for (int i = 0; i < 3; ++i)
    report.functions.push_back({"f" + std::to_string(i), "/a", 1, i < 2, false});
  EXPECT_NE(printCoverageHtml(report).find("66.6 %"), std::string::npos);
}

} // namespace
} // namespace xblock

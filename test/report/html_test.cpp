//===- html_test.cpp ----------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "samples.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xblock {
namespace {

using Json = nlohmann::json;

std::size_t count(const std::string &text, const std::string &what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1))
    ++n;
  return n;
}

/// The data of the page, as a browser takes it out.
std::string dataOf(const std::string &page) {
  std::string start = "<script type=\"application/json\" id=\"data\">";
  std::size_t begin = page.find(start) + start.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(Page, HasTheReportAsItsData) {
  Report report = reportOf(lostUpdate());
  Json page = Json::parse(dataOf(printHtml(report))), json = Json::parse(printJson(report));
  EXPECT_FALSE(page.contains("seconds"));
  json.erase("seconds");
  EXPECT_EQ(page["failures"][0]["replay"], replayCommand(report, report.findings[0].schedule));
  EXPECT_EQ(page["programText"], "./lost 'a b' 'it'\\''s'");
  page["failures"][0].erase("replay");
  page["failures"][0].erase("steps");
  for (auto &[key, value] : json.items())
    EXPECT_EQ(page[key], value) << key;
}

TEST(Page, IsOneFileThatLoadsNothing) {
  std::string page = printHtml(reportOf(lostUpdate()));
  EXPECT_EQ(count(page, "<script"), 2u);
  EXPECT_EQ(count(page, " src="), 0u);
  EXPECT_EQ(count(page, "@import"), 0u);
  EXPECT_EQ(count(page, "url("), 0u);
  EXPECT_EQ(count(page, "://"), 1u); // the name of SVG
  EXPECT_EQ(count(page, "/*page.js*/"), 0u);
}

TEST(Page, CannotBeLeftByWhatAProgramWrites) {
  Finding finding = lostUpdate();
  finding.output = "</script><script>alert(1)</script><!--<script>\xff\xfe\xe2\x80\xa8";
  finding.failure.message = "<b>&amp;</b>";
  finding.blocks[2].events[0].file = "/src/<img src=x onerror=alert(2)>.c";
  Report report = reportOf(finding);
  report.program = {"./</script><script>alert(3)</script>"};
  std::string page = printHtml(report), data = dataOf(page);
  EXPECT_EQ(count(page, "<script"), 2u);
  EXPECT_EQ(data.find_first_of("<>&"), data.npos);
  Json json = Json::parse(data);
  EXPECT_EQ(json["failures"][0]["output"],
            "</script><script>alert(1)</script><!--<script>\ufffd\ufffd\u2028");
  EXPECT_EQ(json["failures"][0]["message"], "<b>&amp;</b>");
}

TEST(Page, IsTheSameWhateverTimeAndAddressesAre) {
  Report one = reportOf(lostUpdate()), two = one;
  two.seconds = 99;
  two.findings[0].threads[0].stack[0].pc = 0x1234;
  EXPECT_EQ(printHtml(one), printHtml(two));
}

} // namespace
} // namespace xblock

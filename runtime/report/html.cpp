//===- html.cpp - the report as a page ----------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The page is runtime/report/page, in one constant; its script draws the data, which is JSON.
//===------------------------------------------------------------------------------------------------===//
#include "report/report.h"

#include <string_view>

namespace xblock {

extern const char kPage[];

namespace {

/// JSON in which nothing ends the element that it lies in: the same characters are only written in
/// another way. "<" and its kin stand in strings alone.
std::string inElement(const std::string &json) {
  std::string text;
  text.reserve(json.size() + json.size() / 16);
  for (char c : json)
    switch (c) {
    case '<':
      text += "\\u003c";
      break;
    case '>':
      text += "\\u003e";
      break;
    case '&':
      text += "\\u0026";
      break;
    default:
      text += c;
    }
  return text;
}

} // namespace

std::string printHtml(const Report &report) {
  constexpr std::string_view kPlace = "/*data*/";
  std::string_view page = kPage;
  std::size_t at = page.find(kPlace);
  return std::string(page.substr(0, at)) + inElement(printPageData(report)) +
         std::string(page.substr(at + kPlace.size()));
}

} // namespace xblock

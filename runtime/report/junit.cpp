//===- junit.cpp - the report as JUnit XML, for continuous integration --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One test case: the program under its schedules. It passes if the verdict is complete; a failure is a failure, and any other
// verdict, which proves nothing, an error. The format is that of Ant's junitreport task, which readers of such files share.
//===------------------------------------------------------------------------------------------------===//
#include "report/report.h"
#include "report/shown.h"

#include <cstdio>

namespace xblock {
namespace {

/// Text as XML 1.0 can hold it. Bytes that are no UTF-8, and characters that XML has not, become U+FFFD.
std::string xml(const std::string &text, bool attribute) {
  constexpr const char *kNone = "\xef\xbf\xbd";
  std::string valid = validUtf8(text);
  for (const char *missing : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) // U+FFFE and U+FFFF
    for (size_t at = 0; (at = valid.find(missing, at)) != valid.npos;)
      valid.replace(at, 3, kNone);
  std::string out;
  for (char c : valid) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\n':
    case '\t':
      if (attribute) // which loses it otherwise
        out += c == '\n' ? "&#10;" : "&#9;";
      else
        out += c;
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20)
        out += kNone;
      else
        out += c;
    }
  }
  return out;
}

std::string attribute(const char *name, const std::string &value) { return std::string(" ") + name + "=\"" + xml(value, true) + "\""; }

std::string element(const char *name, const std::string &type, const std::string &message, const std::string &body) {
  return std::string("      <") + name + attribute("type", type) + attribute("message", message) + ">" + xml(body, false) + "</" + name + ">\n";
}

/// The program's name without its folder, and its arguments: the same on every machine.
std::string nameOfCase(const Report &report) {
  std::string words;
  for (const std::string &word : report.program)
    words += words.empty() ? shellQuoted(word.substr(word.rfind('/') + 1)) : " " + shellQuoted(word);
  return words;
}

std::string problem(const Report &report) {
  std::string text = printText(report, false);
  switch (report.verdict) {
  case Verdict::Complete:
    return "";
  case Verdict::Failure: {
    const Failure *first = report.findings.empty() ? nullptr : &report.findings.front().failure;
    return element("failure", first ? name(first->kind) : "failure", first ? first->message : verdictLine(report), text);
  }
  default:
    return element("error", name(report.verdict), verdictLine(report), text);
  }
}

} // namespace

std::string printJunit(const Report &report) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f", report.seconds);
  bool failed = report.verdict == Verdict::Failure, error = !failed && report.verdict != Verdict::Complete;
  std::string counts = attribute("tests", "1") + attribute("failures", failed ? "1" : "0") + attribute("errors", error ? "1" : "0") +
                       attribute("time", seconds);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n  <testsuite name=\"xblock\"" + counts + attribute("skipped", "0") + ">\n";
  text += "    <testcase" + attribute("classname", "xblock." + report.mode) + attribute("name", nameOfCase(report)) +
          attribute("time", seconds) + ">\n";
  text += problem(report);
  text += "      <system-out>" + xml(verdictLine(report) + "\n", false) + "</system-out>\n";
  return text + "    </testcase>\n  </testsuite>\n</testsuites>\n";
}

} // namespace xblock

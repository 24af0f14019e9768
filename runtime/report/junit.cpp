//===- junit.cpp - the report as JUnit XML, for continuous integration --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One test case: the program under its schedules. It passes if the verdict is complete; a failure is a failure, and any other
// verdict, which proves nothing, an error. The format is that of Ant's junitreport task, which readers of such files share.
//===------------------------------------------------------------------------------------------------===//
#include "report/report.h"
#include "report/shown.h"
#include "report/xml.h"

#include <cstdio>

namespace xblock {
namespace {

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

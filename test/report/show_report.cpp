//===- show_report.cpp - prints a report made by hand, to look at -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "samples.h"

#include <cstdio>

using namespace xblock;

/// show_report [lost|deadlock|wide|complete] [json]
int main(int argc, char **argv) {
  std::string which = argc > 1 ? argv[1] : "lost";
  Report report = which == "complete" ? completeReport()
                                      : reportOf(which == "deadlock" ? deadlock() : lostUpdate());
  if (which == "wide")
    for (uint32_t i = 3; i < 80; ++i)
      report.findings[0].blocks.push_back(
          {ThreadId{i % 9},
           {eventOf("lock the_mutex_of_the_queue", "/src/queue.cpp", i), eventOf("unlock it")}});
  std::string text = argc > 2 ? printJson(report) : printText(report, true);
  std::fputs(text.c_str(), stdout);
  return exitCode(report.verdict);
}

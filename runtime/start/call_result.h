//===- call_result.h - what a call of explore() gives ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Made by the copy of the process that searches, read by the main line, of which the program asks for it. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/report.h"
#include "support/archive.h"

#include <cstdint>
#include <string>
#include <vector>

namespace xblock {

struct CallFailure {
  std::string kind, message, schedule, replay, file;
  uint64_t line = 0, count = 0, foundAt = 0;
  template <typename A> void archive(A &a) {
    for (std::string *text : {&kind, &message, &schedule, &replay, &file})
      io(a, *text);
    for (uint64_t *number : {&line, &count, &foundAt})
      io(a, *number);
  }
};

struct CallResult {
  Verdict verdict = Verdict::Usage;
  uint64_t schedules = 0, blocks = 0;
  std::vector<CallFailure> failures;
  std::string summary, report, json;
  bool hasLast = false;
  std::string last; ///< the last schedule that ran to its end; empty if it has no block
  template <typename A> void archive(A &a) {
    io(a, verdict);
    io(a, schedules);
    io(a, blocks);
    io(a, failures);
    for (std::string *text : {&summary, &report, &json, &last})
      io(a, *text);
    io(a, hasLast);
  }
};

/// Of a mistake, in one line.
CallResult mistaken(const std::string &message);
/// As the report says.
CallResult resultOf(const Report &report);

} // namespace xblock

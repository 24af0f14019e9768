//===- findings.h - from what the search found to what the report shows ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Each distinct failure and data race is run once more to be explained; verdict and remarks follow design.md section 3.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "report/report.h"
#include "world/program.h"

#include <string>

namespace xblock {

Mode modeNamed(const std::string &name);
Check checkNamed(const std::string &name);

/// The verdict of a search, with its findings.
void addResult(Program &program, const SearchResult &result, Report &report);
/// The verdict of a program that ended, or failed, before it created a second thread: its one schedule.
void addPrologue(Program &program, const Outcome &prologue, Report &report);
/// Runs the schedule. False, with a message, if it does not fit.
bool addReplay(Program &program, const Schedule &schedule, Check check, Report &report,
               std::string *error);

} // namespace xblock

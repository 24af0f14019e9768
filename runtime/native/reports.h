//===- reports.h - runs on real threads, as a report ----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The report of a search (report/report.h), without what nobody knows of real threads. It is written behind the last run: what
// writing leaves behind in the process would be there in each run that is forked later.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "native/one_run_linux.h"
#include "native/saved_runs.h"
#include "options/options.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace xblock::native {

/// What is wrong with the files that reports are to be written to, or "".
std::string prepareReports(const Options &options);

/// Why the runs ended.
enum class EndOfRuns { Failure, Schedules, Time, Interrupt, NoProcess };
/// Without `program` and `seconds`.
Report reportOf(const Runs &runs, const Options &options, EndOfRuns why);
/// Of one run by a log, that came to so many of its events. `recorded`: how the run failed that it is of.
Report reportOfReplay(const Ended &ended, const Options &options, const std::string &recorded, uint64_t events, const std::string &output);
/// `number`: of the run, 0 of a replay.
void addRefused(Report &report, const std::string &what, uint64_t number, const std::string &output);

/// One line, and no report.
[[noreturn]] void endWithUsage(const std::string &message);
/// The reports, and the process. `out` and `error`: what the program wrote, for a report without a finding.
[[noreturn]] void tellAndEnd(const Report &report, const Options &options, const std::string &out, const std::string &error);

} // namespace xblock::native

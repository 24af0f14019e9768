//===- one_search.h - a program, or the body of a call of explore(), is explored or replayed --------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// configure() comes first, before the program runs; then what it does up to its first thread; then one of explore(), replay() and
// addPrologue() with judgeOnly(); then tell(). Once in a process, but for configure(). Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"
#include "report/report.h"
#include "start/saved_search.h"
#include "support/watch.h"
#include "world/program.h"

#include <string>

namespace xblock {

/// Of the command, or of the main line of a program that calls explore(); null if there is none.
extern Watch *watch;

/// One line about a mistake, and the end of the process. What is set is told of it before.
[[noreturn]] void usageError(const std::string &message);
extern void (*beforeUsageError)(const std::string &message);

/// What the options ask of the runtime and of the report; one line if they do not go together, else "".
std::string configure(const Options &options, Report &report);
/// Searches. `last`, if it is not null: the last schedule that ran to its end without a failure.
void explore(Program &program, const Options &options, bool outside, Report &report, FirstOutput &first, Schedule *last = nullptr);
/// The one schedule of a program that creates no thread.
void judgeOnly(Program &program, Report &report);
/// Runs the one schedule that the options name.
void replay(Program &program, const Options &options, Report &report);
/// Prints the report, and writes the files that are asked for.
void tell(Report &report, const Options &options, const FirstOutput &first);

} // namespace xblock

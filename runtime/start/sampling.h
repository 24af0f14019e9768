//===- sampling.h - what the options say of sampling, and what a report does ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --policy, --seed and --depth. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "options/options.h"
#include "report/report.h"
#include "start/bounds.h"

#include <string>

namespace xblock {

/// Whether schedules are sampled, not searched.
inline bool samples(const Options &options) { return options.policy != "dpor"; }

/// Which of the options do not go together, in one line; else "".
std::string wrongSampling(const Options &options);
/// Has the search sample if that is asked for, with a bound if none is given.
void setSampling(const Options &options, SearchOptions &search);
/// A sample for which nobody gave a bound, or a file to go on from, is over at its own one: nothing is kept of it.
bool endsAtItsOwnBound(const Options &options);
/// What was sampled, and what ended it. by: if it was stopped.
void addSampled(const Options &options, const SearchResult &result, Stopper by, Report &report);

} // namespace xblock

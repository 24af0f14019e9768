//===- bounds.h - what a search left out, and what it only suspects -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The remarks of a report on limits and possible deadlocks. Comes before addResult(), whose verdict depends on them.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "options/options.h"
#include "report/report.h"
#include "support/watch.h"

#include <string>

namespace xblock {

/// Sets what bounds the search, and says which option does not go with the mode; empty if all do. What counts the time of all
/// the processes of a search may be null.
std::string setBounds(const Options &options, SearchOptions &search, Watch *watch);
/// What ended a search before its time: too many deaths of its process, a signal, --time, or --until-coverage.
enum class Stopper { Deaths, Interrupt, Time, Coverage };
/// by: if it was stopped.
void addBounds(const Options &options, const SearchResult &result, Stopper by, Report &report);

} // namespace xblock

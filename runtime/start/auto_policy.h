//===- auto_policy.h - a search, and what is too much for it by chance -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --policy=auto: dpor for a share of the bound. If it ends, or finds a failure that ends it, that
// is all; else the rest of the bound is for the sampling that the options set. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "options/options.h"
#include "report/report.h"

#include <optional>
#include <string>

namespace xblock {

/// The two as one: schedules and blocks are those of both, numbers of the second follow those of
/// the first. With `sampled` if the second began; then `report` says how far the search came. From
/// the start, or from what was saved, which says which of the two it was in; nothing if that is of
/// a program that did something else.
std::optional<SearchResult> searchThenSample(World &world, const SearchOptions &search,
                                             const SearchObserver &observer, const Options &options,
                                             const std::optional<std::string> &saved,
                                             Report &report);

} // namespace xblock

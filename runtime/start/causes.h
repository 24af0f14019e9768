//===- causes.h - why schedules fail ------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Each failing schedule is made shorter, and its turning point looked for; failures of one kind, at the same sites and with the
// same turning point are one finding. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "report/report.h"

#include <cstdint>
#include <vector>

namespace xblock {

/// After the search, in a world that blocks end in as for dpor. blocks: to be run for each distinct failure.
void shortenFailures(World &world, const SearchOptions &options, const SearchObserver &observer, SearchResult &result, uint64_t blocks);

/// Makes findings with the same cause one, in place of the first of them. They are explained, and have files and lines. The place
/// of each in the list as it is now.
std::vector<size_t> joinCauses(std::vector<Finding> &findings);

} // namespace xblock

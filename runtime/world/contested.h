//===- contested.h - memory whose accesses a schedule is shown with -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Of the accesses of a schedule those are worth a line that could have come in another order, and that would have mattered:
// granules of 8 bytes that two threads access, one of them writing, other than before the start of the one or after its
// join by the other. What is handed to a thread as it starts is none.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "world/trace.h"

#include <set>

namespace xblock {

/// Granules are address / 8.
std::set<uint64_t> contestedGranules(const std::vector<TracedEvent> &events);

} // namespace xblock

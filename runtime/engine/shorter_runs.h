//===- shorter_runs.h - a failing schedule made shorter step by step ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// As in Jalbert and Sen, "A trace simplification technique for effective debugging of concurrent programs" (2010), with blocks
// for steps: see engine/shortest.h. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/failing_runs.h"

namespace xblock {

/// A schedule that fails as `known` does, with no more switches, nor, if as many, blocks.
Schedule shorterRuns(FailingRuns &runs, const Schedule &known);

/// Whether the schedule fails so, run as it is.
bool runsExactly(FailingRuns &runs, const Schedule &schedule);

} // namespace xblock

//===- steps.h - the steps of a schedule as lines -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One line a step: its number and its block's, the thread, what it did with which values, the
// place, and the locks that the thread then holds.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/paint.h"
#include "support/failure.h"

#include <string>

namespace xblock {

/// "0 -> 1", "= 3", "4294967295 (0xffffffff)" where a number is wide; "" if the step has no values.
std::string shownValues(const StepReport &step);

/// Lines that end in newlines, each indented by four, below one with what the columns are. Empty if
/// the finding has no steps.
std::string printSteps(const Finding &finding, Paint paint);

} // namespace xblock

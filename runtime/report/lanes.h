//===- lanes.h - a schedule drawn as one lane per thread ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Time runs downwards, a row a block, numbered from 1. Where all lanes fit beside each other, a
// block's events stand in its thread's column; else a mark stands there and the events at the
// right. Blocks in a row that do the same are one row. Long schedules lose their middle rows; JSON
// has them all.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/paint.h"
#include "support/failure.h"

#include <string>

namespace xblock {

/// Lines that end in newlines, each indented by four. Empty if the finding tells no blocks. columns:
/// of the terminal, 0 if it is none.
std::string printLanes(const Finding &finding, Paint paint, std::size_t columns = 0);

} // namespace xblock

//===- debug_replay.h - a replay that stops for a debugger ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "world/process_world.h"

namespace xblock {

/// Stops where the schedule fails (world/debugger.h); the report is made afterwards. In one that
/// does not fail a data race, or an access that leaves a variable without a lock, is looked for in
/// its last block: the schedules of those end there.
void debugReplay(ProcessWorld &world, const Schedule &schedule);

} // namespace xblock

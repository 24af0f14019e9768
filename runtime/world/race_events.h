//===- race_events.h - events of the running block ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "engine/world.h"
#include "world/running.h"

namespace xblock {

/// Adds it behind the accesses so far, if events are wanted.
void addEventNow(const RaceEvent &event);
inline void addEvent(const RaceEvent &event) {
  if (running.recordEvents)
    addEventNow(event);
}

/// Objects that something was sent to, in any schedule; sorted.
std::vector<uint64_t> &objectsSentTo();

} // namespace xblock

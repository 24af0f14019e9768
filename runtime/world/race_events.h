//===- race_events.h - events of the running block ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "engine/world.h"
#include "world/running.h"

namespace xblock {

/// A new one, behind the accesses so far.
RaceEvent &newEvent();
/// Adds it there, if events are wanted. In place: a processor waits where it is to load at once what it has just stored in parts.
[[gnu::always_inline]] inline void addEvent(const RaceEvent &event) {
  if (running.recordEvents)
    newEvent() = event;
}

/// Objects that something was sent to, in any schedule; sorted.
std::vector<uint64_t> &objectsSentTo();

} // namespace xblock

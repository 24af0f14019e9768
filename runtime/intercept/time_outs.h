//===- time_outs.h - waits that may expire --------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A time-out may come at any time, so a loop around a timed wait could run for ever: world/patience.h bounds it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"
#include "world/patience.h"
#include "world/running.h"

#include <cerrno>
#include <cstdint>
#include <ctime>

namespace xblock {

/// The virtual time (nanoseconds since the program's start) that never comes.
constexpr uint64_t kNever = ~uint64_t{0};

/// Whether `t` can be a time, else EINVAL.
bool isTime(const timespec *t);
/// Whether one can wait until a time of this clock.
bool isClock(clockid_t clock);
/// Virtual nanoseconds of an absolute time that the program gave.
uint64_t virtualTime(const timespec *t);
/// Those that lie so much behind the running thread's clock.
uint64_t virtualTimeIn(const timespec *length);

/// Whether a wait of the running thread may expire now; if not, the verdict will say so.
bool mayExpire(CallPlace place);
/// Whether a wait on a condition variable may end though nobody notified it (--spurious).
bool mayEndForNothing(CallPlace place);
/// It expires: counts, and advances the thread's clock.
void expireAt(uint64_t deadline, CallPlace place);
/// What a thread that waits and may not expire is said to wait for.
Resource timeOf(uint64_t deadline, CallPlace place);
/// It may not: ends the block; goes on once others gave back r. False if nothing else can go on: it expires after all.
bool waitForOthers(Resource r, uint64_t deadline, CallPlace place);

/// A timed lock of the running thread, while others hold it: `take` says whether it could be taken, `missing` what it waits
/// for, `tell` notes what was tried; each is called again after waits; `giveUp` comes before a block ends without the lock.
/// 0, ETIMEDOUT, or EINVAL if `until` is no time.
template <typename Take, typename Missing, typename Tell, typename GiveUp = void (*)()>
int takeBefore(const timespec *until, CallPlace place, Take take, Missing missing, Tell tell, GiveUp giveUp = [] {}) {
  for (bool alone = false; !take();) {
    tell(false);
    if (!isTime(until)) {
      giveUp();
      boundary(Ending::Split);
      return EINVAL;
    }
    if (alone || mayExpire(place)) {
      expireAt(virtualTime(until), place);
      giveUp();
      boundary(Ending::Split);
      return ETIMEDOUT;
    }
    alone = !waitForOthers(missing(), virtualTime(until), place);
  }
  tell(true);
  noteFruit(place);
  boundary(Ending::Split);
  return 0;
}

} // namespace xblock

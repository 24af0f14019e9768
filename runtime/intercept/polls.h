//===- polls.h - waiting until something is ready, or a time-out ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What poll, select and epoll have in common. For intercept/ only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/cancellation.h"
#include "intercept/time_outs.h"
#include "world/process_world.h"

namespace xblock {

constexpr Resource kAnyEvent{ResourceKind::File, 1};

/// look() says how many are ready, and notes what that depends on; it is called again where other threads may have run. 0: the time-out
/// (null: none) expired; -ECANCELED: outside every RuntimeScope the thread is to act on the request.
template <typename Look> int waitUntilReady(const timespec *length, CallPlace place, Look look) {
  uint64_t deadline = length ? virtualTimeIn(length) : kNever;
  bool now = length && length->tv_sec == 0 && length->tv_nsec == 0;
  int ready = look();
  if (!ready && !now)
    boundaryBeforeBlocking();
  for (bool alone = false; !ready && !(ready = look());) {
    if (now)
      break;
    if (requestActs()) {
      endBeforeActing();
      return -ECANCELED;
    }
    if (deadline == kNever) {
      noteWanted(kAnyEvent);
      blockOn(kAnyEvent);
    }
    if (alone || mayExpire(place)) {
      expireAt(deadline, place);
      break;
    }
    change(running.thread).atPoint = threadOf(running.thread).cancel.listens();
    alone = !waitForOthers(kAnyEvent, deadline, place);
    change(running.thread).atPoint = false;
  }
  if (ready)
    noteFruit(place);
  return ready;
}

} // namespace xblock

//===- cancellation.h - where the running thread may be cancelled ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A request (pthread_cancel) is a write of the target's ResourceKind::Cancel, and the target reads it where it could act: at
// each cancellation point. From the first request on, in any schedule, the points of a thread that is asked are boundaries
// (World::observe): the search begins anew. Nothing changes for threads that nobody asks.
//
// An intercept acts (actOnRequest) outside every RuntimeScope: the program's destructors and handlers run then.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "world/patience.h"
#include "world/running.h"

namespace xblock {

inline Resource cancelOf(ThreadId t) { return {ResourceKind::Cancel, index(t)}; }

/// The running thread has come to a cancellation point. Whether it is a boundary; then the block's cut is set, and the caller
/// ends the block.
bool meetPoint();
/// The same of another point, which is a boundary if `ends`.
bool meetPoint(bool ends);
/// Whether a request acts now, which the block depends on from here.
bool requestActs();
/// Whether some thread asks t to end, in this schedule or another.
bool isAsked(ThreadId t = running.thread);
/// A request that acts in the middle of a call: ends the block, so that what the thread does next comes after others.
void endBeforeActing();
/// The running thread is cancelled: unwinds its stack, and ends it.
[[noreturn]] void actOnRequest();
/// Whether it is cancelled asynchronously. If others ask it to end the block depends on that.
bool mayBeCancelledAnyMoment();
/// The running thread changes to none that is cancelled asynchronously, or to one that ends. If it was one, a request comes
/// before or after: the block ends behind the change.
template <typename Change> void leaveAsynchronous(Change change) {
  bool leaves = mayBeCancelledAnyMoment();
  change();
  if (leaves)
    endBeforeActing();
}
/// Once, before the program runs: has threads that are cancelled asynchronously end their blocks with each write.
void modelAsynchronousCancellation();
/// The running thread changed what runs at its end: if it is cancelled asynchronously, a request acts before that or after.
void endAfterOwnChange();
/// A cancellation point that does nothing else.
void cancellationPoint(const xblock_site *site);
/// A call that lasts for so many nanoseconds, and is one.
void sleepAtPoint(uint64_t nanoseconds, const xblock_site *site, CallPlace place);

/// The running thread ends with that result: its destructors and cleanup handlers run.
[[noreturn]] void unwindThread(void *result);

} // namespace xblock

//===- held_locks.h - what threads hold, as the search must know it -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A reader-writer lock is two resources (ids.h): its writer holds RwLock, each reader RwReaders. A reader needs RwLock to be
// free, a writer both. If writers are preferred, one that waits holds RwWaiting, which readers need to be free. For the order of accesses it is one lock, RwLock, that readers take for reading.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "world/thread_table.h"

namespace xblock {

/// Those of one reader-writer lock.
inline Resource writerOf(Resource r) { return {ResourceKind::RwLock, r.id}; }
inline Resource readersOf(Resource r) { return {ResourceKind::RwReaders, r.id}; }
/// What a writer holds that waits for one that prefers writers.
inline Resource waitingOf(Resource r) { return {ResourceKind::RwWaiting, r.id}; }
/// r, or of readers the lock that they share.
inline Resource wholeLock(Resource r) {
  return r.kind == ResourceKind::RwReaders ? writerOf(r) : r.kind == ResourceKind::OwnReaders ? Resource{ResourceKind::OwnLock, r.id} : r;
}
inline bool isForReading(Resource r) { return r.kind == ResourceKind::RwReaders || r.kind == ResourceKind::OwnReaders; }

/// Null if t does not hold it.
HeldLock *findHeld(ThreadId t, Resource r);
/// Who holds a lock, and since where, for messages: "T1, taken at file.c:12".
struct HolderName {
  char text[512];
  HolderName(ThreadId holder, Resource lock);
};
/// A failure if the running thread, which is about to end, holds a lock.
void mustHoldNothing();
/// Whether a thread, told in `out`, holds it.
bool findHolder(Resource r, ThreadId &out);

/// The locks of t, for RaceEvent: added to out.locks, those for reading first.
struct LockList {
  uint32_t begin, shared, end;
};
LockList listLocks(ThreadId t, Outcome &out);

/// The keys of the locks that the block acquired: docs/search.md, "What it asks of a world".
void addLockKeys(ThreadId t, Outcome &out);

} // namespace xblock

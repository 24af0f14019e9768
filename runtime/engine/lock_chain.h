//===- lock_chain.h - reverse lock chain analysis -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Paper 001, section 6.1: a thread that does not get a lock looks at who holds it, at the lock which
// that thread gave back last, at who holds that, and so on. If it comes to itself, the threads could
// have deadlocked, had the others not yet taken the locks they gave back: with locks nested in the
// usual way these lie inside the ones they hold. A prediction; nothing was executed.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <vector>

namespace xblock {

/// threads[0] waits for locks[0]; threads[i] holds locks[i - 1] and gave back locks[i] last;
/// threads[0] holds the last of the locks.
struct LockChain {
  std::vector<ThreadId> threads;
  std::vector<Resource> locks;
};

/// The mutex each thread gave back last (kind None: none yet), by number. Part of the state.
using LastLocks = std::vector<Resource>;

/// After a block of t: notes the mutex it gave back, if any.
void noteLastLock(World &world, ThreadId t, const Outcome &out, LastLocks &last);

/// After an attempt of t that was Blocked, in the state it began in. False if there is no chain.
bool findLockChain(World &world, ThreadId t, const Outcome &attempt, const LastLocks &last,
                   LockChain &chain);

} // namespace xblock

//===- waiting_loops.h - threads that spin ------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A thread that comes back to a state it was in, having written nothing, while no other thread did anything either,
// would come back to it for ever: it waits until somebody writes what it read in between (design.md section 3, waiting
// loops). If nobody can, that is a livelock. The state is its live stack, with the registers saved there. Equality is
// exact, so nothing is missed; a loop that is not seen runs into --max-blocks, and the verdict says so.
//
// Two sizes of loops: of blocks (ProcessWorld::noteWaitingLoop, in waiting_loops.cpp), and of plain accesses within one
// block, which is cut there so that the next blocks are such a loop.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "world/thread_table.h"
#include "xblock/abi.h"

#include <cstdint>

namespace xblock {

/// Whether the block of t changed what the entry of its access sets stands for. Locks and tries for writing count as writes of a
/// lock's readers, so that their order matters; a try changes nothing of those, nor does a lock that is given back in the block.
bool changed(const AccessEntry &e, ThreadId t, const Outcome &out);
/// Whether the block of t wrote anything that the loop reads: memory, or who holds a lock.
bool wroteFor(const ThreadState &spinner, ThreadId t, const Outcome &out);
/// The block of t changed nothing but its own stack: threads whose loop read there are no more on the way back to a state. Other loops
/// may be, whose rounds so many threads may run at once.
void endLoopsThatRead(ThreadId t, const Outcome &out);
/// The block of t changed something, or may be no step of a loop.
inline void endQuietBlocks(ThreadId t) {
  if (!threadOf(t).quietBlocks)
    return;
  ThreadState &th = change(t);
  th.quietBlocks = th.quietTouched = 0;
  th.quietOther = 0;
}
/// Whether the running block wrote anything that any waiting loop reads.
bool wroteForSpinners();
/// The address of memory, or of a lock, that the key of an access stands for.
uint64_t addressOfKey(uint64_t key);
/// The address of something that it reads: memory, or a lock; 0 if it reads nothing.
uint64_t spinsOn(const ThreadState &spinner);

/// On the fiber, in a block that repeats accesses without end: whether this access is made in a state in which it was
/// made before, with only reads since.
bool isBackWhereItWas(bool write, const xblock_site *site);
/// From then on it is asked.
void lookForLoop();
/// The running thread may change what nobody is told of: it is in no state in which it was before.
void forgetState();

} // namespace xblock

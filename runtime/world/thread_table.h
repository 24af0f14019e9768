//===- thread_table.h - the threads of the program ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. ThreadState is tracked: whoever changes one calls change(t) first. It is padded to whole chunks.
//  2. FiberState changes with every switch and is saved beside the stack instead (undo_log.h, spans).
//  3. Thread numbers count up in order of creation and are not used twice in one schedule.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "fiber/fiber.h"
#include "memory/layout_linux.h"
#include "memory/undo_log.h"
#include "support/ids.h"
#include "sync/cancellation.h"
#include "sync/thread_life.h"
#include "xblock/abi.h"

#include <cstdint>

namespace xblock {

constexpr unsigned kMaxHeld = 48;
constexpr unsigned kMaxKeys = 64;
constexpr unsigned kLibraryKeys = 16; ///< beside those of the program

struct HeldLock {
  Resource lock;
  uint64_t sinceBlock : 43; ///< number of the block that took it
  uint64_t trusted : 1;     ///< giving it back ends no block
  uint64_t times : 20;      ///< above 1 only for readers
  const xblock_site *site;
};
static_assert(sizeof(HeldLock) == 32); // few chunks are copied when one changes

/// A thread's run of blocks that changed nothing, to see when it is back in a state it was in (waiting_loops.cpp).
struct QuietRun {
  static constexpr uint64_t kMostStack = 1 << 18;
  static constexpr uint64_t kSmallStack = 4096;
  static constexpr unsigned kMostReads = 30;
  uint64_t steps, untilReset;  ///< blocks since the reference state was taken; when it is taken anew
  uint64_t others;             ///< what other threads had done then
  uint64_t low, size;          ///< of the program's live stack
  uint64_t registers[6];       ///< that calls preserve
  uint64_t within;             ///< where in the call of the runtime (xblockLoopState)
  uint32_t reads;              ///< granules read since then
  bool tooMany;                ///< more than fit
  bool looked;                 ///< at the clock: time, which stands still for it, would end the loop
  uint64_t granules[kMostReads];
  uint64_t address;            ///< of something it read
  uint64_t *large;             ///< kMostStack bytes, once a stack is no small one
  uint64_t words[kSmallStack / 8];
};

/// How often in a row something that was tried at one place came to nothing.
struct Fruitless {
  uint64_t place = 0, stack = 0; ///< of the call, and the stack pointer there
  uint64_t object = 0;           ///< what was tried
  uint32_t times = 0;            ///< 0: unused
};
constexpr unsigned kMostFruitless = 6;

struct alignas(kChunk) ThreadState {
  ThreadLife life;
  bool createdDetached = false;
  bool usesKeys = false;         ///< it gave a key a value (pthread_setspecific)
  bool waiting = false;          ///< in a wait, not yet notified
  uint32_t heldCount = 0;
  bool timed = false;            ///< the wait may expire: it can run, unless idle
  bool idle = false;             ///< in a wait, that expired as often as it may (patience.h): until nothing else can go on
  bool spinning = false;         ///< a waiting loop: goes on when what it read is written
  uint8_t quietOther = 0;        ///< of those below, that took other locks than the one before
  uint16_t quietTouched = 0;     ///< a hash: by the last of them that gave a lock back; 0: none
  uint16_t quietBlocks = 0;      ///< in a row, that changed nothing and ended in a loop's visible step
  QuietRun *quiet = nullptr;     ///< on the tracked heap
  uint64_t progress = 0;         ///< its own part of Scalars::progress
  Resource condition;            ///< waited on, or last waited on
  uint32_t wakeBits = 0;         ///< of a futex: a wake with any of them is meant
  uint32_t failedAllocations = 0; ///< --fail-malloc
  Resource mutex;                ///< to take again after the wait
  void *(*entry)(void *) = nullptr;
  void *argument = nullptr;
  void *(*start)(void *) = nullptr; ///< what the program gave, called by entry with startArgument
  void *startArgument = nullptr;
  uint64_t clock = 0;            ///< nanoseconds of virtual time that passed for it
  void *result = nullptr;
  uint64_t stackLow = 0, stackTop = 0;
  uint64_t locals = 0;           ///< its copies of thread_local variables, 0 for main: the native ones
  void *atExit = nullptr;        ///< destructors of thread_local objects, newest first
  int policy = 0, priority = 0;  ///< of scheduling, as the program gave them
  uint64_t signalMask = 0;       ///< the signals that it blocks
  Cancellation cancel;
  bool atPoint = false;          ///< in a wait that ends if a request acts
  bool interrupted = false;      ///< in such a wait on a condition variable, and one acts: it can run
  void *cleanup = nullptr;       ///< innermost of pthread_cleanup_push (unwinding.cpp)
  char name[16] = {};            ///< that the program gave; empty if none
  uint64_t known = 0;            ///< the number of its own state, if that is known (known_blocks.h)
  HeldLock held[kMaxHeld];
  void *keys[kMaxKeys + kLibraryKeys] = {};
  Fruitless fruitless[kMostFruitless]; ///< the used ones first (patience.h)
  uint64_t draws = 0;            ///< of random bytes that no seed decides
  void *texts = nullptr;         ///< that libc would make for it, on the tracked heap
  uint64_t signalsPending = 0;   ///< signals that were sent to it, and that it blocks
  uint32_t createdStack = 0;     ///< where it was created (keptStacks), if that was before the search, or is to be told; else 0
  uint64_t ignored = 0;          ///< calls of xblock_ignore_begin() that no xblock_ignore_end() ended (changed by user_regions.cpp)
};

/// Signals that were sent to the process, and that every thread blocks. Tracked.
struct alignas(kChunk) ProcessSignals {
  uint64_t pending = 0;
};
extern ProcessSignals processSignals;

/// 32 bytes that go with the bytes of a fiber's stack.
struct FiberState {
  FiberContext context;
  void *caughtExceptions; ///< __cxa_eh_globals of the thread
  uint32_t uncaughtExceptions;
  int error;              ///< errno
  uint64_t unused;
};
static_assert(sizeof(FiberState) == 32);

// Who takes one lock changes one chunk.
static_assert(offsetof(ThreadState, held) + sizeof(HeldLock) <= kChunk);

extern ThreadState threadTable[layout::kMaxThreads];
extern FiberState fiberTable[layout::kMaxThreads];

inline ThreadState &threadOf(ThreadId t) { return threadTable[index(t)]; }
/// The state of t, about to be changed.
inline ThreadState &change(ThreadId t) {
  ThreadState &s = threadTable[index(t)];
  undoLog.touch(&s, offsetof(ThreadState, held));
  s.known = 0;
  return s;
}
/// The same for one held lock of it, after change(t).
inline HeldLock &changeHeld(ThreadId t, unsigned i) {
  HeldLock &h = threadTable[index(t)].held[i];
  if (i) // else change(t) did
    undoLog.touch(&h, sizeof h);
  return h;
}

/// "main", "T1", ...
struct ThreadName {
  char text[16];
  explicit ThreadName(ThreadId t);
};

} // namespace xblock

#include "intercept/timed_waits.h"

#include "intercept/virtual_clock.h"
#include "memory/tracked_heap.h"
#include "world/process_world.h"
#include "world/running.h"

#include <cstring>

namespace xblock {

namespace {

constexpr unsigned kRegisters = 6;

/// A word of the thread's state that a loop around a timed wait may change: a time, in nanoseconds or seconds.
bool sameButForTime(uint64_t before, uint64_t now, uint64_t passed) {
  uint64_t moved = now - before;
  return moved == 0 || (passed && (moved == passed || (passed % kBillion == 0 && moved == passed / kBillion)));
}

bool same(const TimedWait &before, const TimedWait &now) {
  if (before.progress != now.progress || before.low != now.low || before.size != now.size)
    return false;
  uint64_t passed = now.clock - before.clock;
  for (unsigned i = 0; i < kRegisters; ++i)
    if (!sameButForTime(before.registers[i], now.registers[i], passed))
      return false;
  for (uint64_t i = 0; i < now.size / 8; ++i)
    if (!sameButForTime(before.words[i], now.words[i], passed))
      return false;
  return true;
}

} // namespace

// What its callers have in registers is either still there or saved in the live stack above its frame.
__attribute__((noinline)) bool isIdle() {
  uint64_t registers[kRegisters];
  __asm__ volatile("movq %%rbx, 0(%0)\n movq %%rbp, 8(%0)\n movq %%r12, 16(%0)\n movq %%r13, 24(%0)\n"
                   "movq %%r14, 32(%0)\n movq %%r15, 40(%0)\n"
                   :
                   : "r"(registers)
                   : "memory");
  const ThreadState &t = threadOf(running.thread);
  static TimedWait now;
  now.progress = scalars.progress;
  now.clock = t.clock;
  now.low = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  now.size = t.stackTop - now.low;
  if (now.size > TimedWait::kMostStack)
    return false;
  memcpy(now.registers, registers, sizeof registers);
  memcpy(now.words, reinterpret_cast<void *>(now.low), now.size);
  bool idle = t.lastExpiry && same(*t.lastExpiry, now);
  if (!t.lastExpiry)
    change(running.thread).lastExpiry =
        static_cast<TimedWait *>(trackedHeap.allocate(index(running.thread), sizeof(TimedWait)));
  if (!t.lastExpiry)
    return false;
  size_t used = offsetof(TimedWait, words) + now.size;
  undoLog.touch(t.lastExpiry, used);
  memcpy(t.lastExpiry, &now, used);
  return idle;
}

uint64_t virtualTime(uint64_t seconds, uint64_t nanoseconds) {
  uint64_t now = seconds * kBillion + nanoseconds, start = kStartOfTime * kBillion;
  return now > start ? now - start : 0;
}

} // namespace xblock

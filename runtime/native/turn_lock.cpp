#include "native/turn_lock.h"

#include "native/turn.h"

#include <cerrno>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock::native {

namespace {

/// Who has the turn keeps it for so long, at least, once another thread sleeps until it is free.
constexpr long kPatienceNs = 100'000;

/// 0: free; 1: taken; 2: taken, and somebody may sleep.
alignas(64) std::atomic<uint32_t> turn{0};
/// Threads that wait for the turn; of them, those that slept for it as long as they are to, and
/// want it now.
std::atomic<uint32_t> waiters{0}, askers{0};

bool tryTurn(uint32_t as) {
  uint32_t free = 0;
  return turn.load(std::memory_order_relaxed) == 0 &&
         turn.compare_exchange_strong(free, as, std::memory_order_acquire);
}

bool spinForTurn(uint32_t as) {
  for (int i = 0; i < kSpins; ++i) {
    if (tryTurn(as))
      return true;
    pause();
  }
  return false;
}

} // namespace

bool futexWait(std::atomic<uint32_t> &word, uint32_t value, const timespec *time) {
  return ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, time, nullptr, 0) == 0 ||
         errno != ETIMEDOUT;
}
void futexWake(std::atomic<uint32_t> &word, int n) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, n, nullptr, nullptr, 0);
}

void lockTurn() {
  if (spinForTurn(1))
    return;
  waiters.fetch_add(1, std::memory_order_relaxed);
  // Asks once it waited for a while, and is awake as it does: the turn goes over at the other one's
  // next event.
  bool asks = false;
  while (turn.exchange(2, std::memory_order_acquire) != 0) {
    constexpr timespec kPatience{0, kPatienceNs};
    bool late = !futexWait(turn, 2, asks ? nullptr : &kPatience);
    if (!late)
      continue;
    if (!asks) {
      askers.fetch_add(1, std::memory_order_relaxed);
      attention.fetch_add(1, std::memory_order_relaxed);
    }
    asks = true;
    if (spinForTurn(2))
      break;
  }
  waiters.fetch_sub(1, std::memory_order_relaxed);
  if (asks) {
    askers.fetch_sub(1, std::memory_order_relaxed);
    attention.fetch_sub(1, std::memory_order_relaxed);
  }
}

void unlockTurn() {
  if (turn.exchange(0, std::memory_order_release) == 2)
    futexWake(turn, 1);
}

void letOthersTake() {
  for (int i = 0; i < kSpins && turn.load(std::memory_order_relaxed) == 0; ++i)
    pause();
  if (turn.load(std::memory_order_relaxed) == 0)
    ::syscall(SYS_sched_yield);
}

bool isAskedForTurn() { return askers.load(std::memory_order_relaxed) != 0; }

bool isTurnDueToAnother() {
  return waiters.load(std::memory_order_relaxed) != 0 && turn.load(std::memory_order_relaxed) == 0;
}

} // namespace xblock::native

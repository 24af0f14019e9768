#include "native/turn_lock.h"

#include "native/turn.h"

#include <algorithm>
#include <cerrno>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock::native {

namespace {

/// Who has the turn keeps it for so long, at least, once another thread sleeps until it is free: the least where threads asked
/// for it lately, as those do that compute or wait in a loop; elsewhere so long that a timer costs little, since the processor
/// has an earlier one set (its tick).
constexpr long kLeastPatienceNs = 1'000'000, kMostPatienceNs = 8'000'000, kPatienceGainedNs = 100'000;
std::atomic<long> patienceNs{kMostPatienceNs};

constexpr uint32_t kFree = 0, kTaken = 1;
alignas(64) std::atomic<uint32_t> turn{kFree};
/// Threads that wait for the turn; of them, those that are about to sleep, or do; and those that slept as long as they are to,
/// and want it now.
std::atomic<uint32_t> waiters{0}, sleepers{0}, askers{0};

bool tryTurn() {
  uint32_t free = kFree;
  return turn.load(std::memory_order_relaxed) == kFree &&
         turn.compare_exchange_strong(free, kTaken, std::memory_order_acquire);
}

/// How often the next one that wants the turn looks at it before it sleeps: less often the more of them looked in vain.
constexpr int kLeastSpins = 4;
std::atomic<int> spins{kSpins};

bool spinForTurn(int most) {
  for (int i = 0; i < most; ++i) {
    if (tryTurn())
      return true;
    pause();
  }
  return false;
}

bool takeBeforeSleep() {
  if (tryTurn())
    return true;
  const int most = spins.load(std::memory_order_relaxed);
  const bool took = spinForTurn(most);
  const int next = took ? std::min(2 * most, kSpins) : std::max(most / 2, kLeastSpins);
  if (next != most)
    spins.store(next, std::memory_order_relaxed);
  return took;
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
  if (takeBeforeSleep())
    return;
  waiters.fetch_add(1, std::memory_order_relaxed);
  // Asks once it waited for a while, and is awake as it does: the turn goes over at the other one's
  // next event.
  bool asks = false;
  while (!tryTurn()) {
    const long most = patienceNs.load(std::memory_order_relaxed);
    const timespec patience{0, most};
    sleepers.fetch_add(1); // before the system looks at the turn: who gives it back then wakes
    bool late = !futexWait(turn, kTaken, asks ? nullptr : &patience);
    sleepers.fetch_sub(1, std::memory_order_relaxed);
    if (!late) {
      if (!asks && most < kMostPatienceNs)
        patienceNs.store(most + kPatienceGainedNs, std::memory_order_relaxed);
      continue;
    }
    if (!asks) {
      patienceNs.store(kLeastPatienceNs, std::memory_order_relaxed);
      askers.fetch_add(1, std::memory_order_relaxed);
      attention.fetch_add(1, std::memory_order_relaxed);
    }
    asks = true;
    if (spinForTurn(kSpins))
      break;
  }
  waiters.fetch_sub(1, std::memory_order_relaxed);
  if (asks) {
    askers.fetch_sub(1, std::memory_order_relaxed);
    attention.fetch_sub(1, std::memory_order_relaxed);
  }
}

void unlockTurn() {
  turn.store(kFree); // before it looks who sleeps
  if (sleepers.load() != 0)
    futexWake(turn, 1);
}

void letOthersTake() {
  for (int i = 0; i < kSpins && turn.load(std::memory_order_relaxed) == kFree; ++i)
    pause();
  if (turn.load(std::memory_order_relaxed) == kFree)
    ::syscall(SYS_sched_yield);
}

bool isAskedForTurn() { return askers.load(std::memory_order_relaxed) != 0; }

bool isTurnDueToAnother() {
  return waiters.load(std::memory_order_relaxed) != 0 && turn.load(std::memory_order_relaxed) == kFree;
}

} // namespace xblock::native

#include "native/turn.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <ctime>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock::native {

Shared *shared;
std::atomic<Mode> mode{Mode::Off};
__thread Self self __attribute__((tls_model("initial-exec")));

namespace {

constexpr uint32_t kNobody = UINT32_MAX;
constexpr int kSpins = 100;

Disturbance noise;
uint64_t seed;
/// 0: free; 1: taken; 2: taken, and somebody may sleep.
std::atomic<uint32_t> turn{0};
/// Of a replay: whose next event it is.
std::atomic<uint32_t> due{kNobody};
uint64_t at, left, resultAt; // of who has the turn
pthread_key_t lastWords;

void futexWait(std::atomic<uint32_t> &word, uint32_t value) {
  ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}
void futexWake(std::atomic<uint32_t> &word, int n) { ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, n, nullptr, nullptr, 0); }
void pause() { __asm__ __volatile__("pause"); }

void lockTurn() {
  for (int i = 0; i < kSpins; ++i) {
    uint32_t free = 0;
    if (turn.compare_exchange_weak(free, 1, std::memory_order_acquire))
      return;
    pause();
  }
  while (turn.exchange(2, std::memory_order_acquire) != 0)
    futexWait(turn, 2);
}

void unlockTurn() {
  if (turn.exchange(0, std::memory_order_release) != 2)
    return;
  futexWake(turn, 1);
  // Who waits in a loop would else have the turn again before the other one is awake.
  if (chance() % 16 == 0)
    ::syscall(SYS_sched_yield);
}

void log() {
  ++shared->events;
  if (shared->full)
    return;
  if (shared->entries) {
    Entry &last = shared->entry[shared->entries - 1];
    if (last.thread == self.id && last.count < UINT32_MAX) {
      ++last.count;
      return;
    }
  }
  if (shared->entries == Shared::kMostEntries) {
    shared->full = true;
    return;
  }
  shared->entry[shared->entries] = {self.id, 1};
  ++shared->entries;
}

/// The next event of the log is due.
void advance() {
  if (--left)
    return;
  bool ends = ++at == shared->entries;
  uint32_t next = ends ? kNobody : shared->entry[at].thread;
  left = ends ? 0 : shared->entry[at].count;
  due.store(next, std::memory_order_release);
  futexWake(due, INT_MAX);
}

/// The turn is given back behind the destructors of thread_local objects and, in the last rounds, of keys.
void giveBackAtEnd(void *round) {
  giveBack();
  auto next = reinterpret_cast<uintptr_t>(round) + 1;
  if (next < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific(lastWords, reinterpret_cast<void *>(next));
}

void forget() { mode = Mode::Off; }

} // namespace

void begin(Mode how, const Disturbance &disturbance, uint64_t number) {
  noise = disturbance;
  seed = number;
  pthread_key_create(&lastWords, giveBackAtEnd);
  pthread_atfork(nullptr, nullptr, forget);
  if (how == Mode::Replay && shared->entries == 0)
    how = Mode::Free;
  if (how == Mode::Replay) {
    left = shared->entry[0].count;
    due = shared->entry[0].thread;
  }
  shared->threads = 1;
  become(1);
  mode = how;
}

void become(uint32_t id) {
  self.id = id;
  self.random = seed * 0x9e3779b97f4a7c15u + id;
  pthread_setspecific(lastWords, reinterpret_cast<void *>(1));
}

bool active() { return self.id != 0 && mode.load(std::memory_order_relaxed) != Mode::Off; }

uint64_t chance() { // splitmix64
  uint64_t z = self.random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void disturb() {
  Mode how = mode.load(std::memory_order_relaxed);
  if ((how != Mode::Record && how != Mode::Noise) || chance() % 100 >= noise.percent)
    return;
  if (noise.sleeps && (!noise.yields || chance() % 2)) {
    timespec time{0, static_cast<long>(1 + chance() % (noise.strength * 10)) * 1000};
    ::syscall(SYS_nanosleep, &time, nullptr);
  } else {
    ::syscall(SYS_sched_yield);
  }
}

bool waitUntilDue() {
  for (int spins = 0; mode.load(std::memory_order_acquire) == Mode::Replay;) {
    uint32_t now = due.load(std::memory_order_acquire);
    if (now == self.id)
      return true;
    if (now == kNobody)
      mode = Mode::Free;
    else if (++spins < kSpins)
      pause();
    else
      futexWait(due, now);
  }
  return false;
}

void take() {
  Mode how = mode.load(std::memory_order_relaxed);
  if (how == Mode::Record) {
    lockTurn();
    self.holding = true;
    log();
  } else if (how == Mode::Replay && waitUntilDue()) {
    self.holding = true;
    ++shared->events;
  }
}

void giveBack() {
  if (!self.holding)
    return;
  self.holding = false;
  if (mode.load(std::memory_order_relaxed) == Mode::Record)
    unlockTurn();
  else if (mode.load(std::memory_order_relaxed) == Mode::Replay)
    advance();
}

void event() {
  if (!active())
    return;
  int before = errno;
  giveBack();
  disturb();
  take();
  errno = before;
}

bool follows() { return self.holding && mode.load(std::memory_order_relaxed) == Mode::Replay; }

void keepResult(int64_t result) {
  if (!self.holding || mode.load(std::memory_order_relaxed) != Mode::Record || shared->full)
    return;
  if (shared->results == Shared::kMostResults)
    shared->full = true;
  else
    shared->result[shared->results++] = result;
}

int64_t nextResult() {
  if (resultAt == shared->results)
    doesNotFit();
  return shared->result[resultAt++];
}

void refuse(const char *what, const char *name) {
  snprintf(shared->refused, sizeof shared->refused, "%s%s", what, name);
  ::_exit(4);
}

void doesNotFit() {
  shared->misfit = true;
  ::_exit(4);
}

} // namespace xblock::native

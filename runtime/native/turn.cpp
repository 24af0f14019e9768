#include "native/turn.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace xblock::native {

Shared *shared;
std::atomic<Mode> mode{Mode::Off};
__thread Self self __attribute__((tls_model("initial-exec")));

alignas(64) std::atomic<uint32_t> attention{0};

namespace {

constexpr uint32_t kNobody = UINT32_MAX;
constexpr int kSpins = 100;
/// Who has the turn keeps it for so long, at least, once another thread sleeps until it is free.
constexpr long kPatienceNs = 100'000;

Disturbance noise;
double toUndisturbed; ///< of the logarithm of a random number from 0 to 1
uint64_t seed;
/// 0: free; 1: taken; 2: taken, and somebody may sleep.
alignas(64) std::atomic<uint32_t> turn{0};
/// Of a replay: whose next event it is.
alignas(64) std::atomic<uint32_t> due{kNobody};
uint64_t at, left, resultAt; // of who has the turn
/// Threads that wait for the turn; of them, those that slept for it as long as they are to, and
/// want it now.
std::atomic<uint32_t> waiters{0}, askers{0};
pthread_key_t lastWords;

// Of noise that changes priorities: 1 to 10, as in Java, and all begin in the middle. `ready`:
// threads of a priority that have the turn or want it, and do not wait in a call.
constexpr uint32_t kUsual = 5, kHighest = 10;
alignas(64) std::atomic<uint32_t> ready[kHighest + 1];
std::atomic<bool> prioritiesDiffer{false};

/// False if the time is over.
bool futexWait(std::atomic<uint32_t> &word, uint32_t value, const timespec *time = nullptr) {
  return ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, time, nullptr, 0) == 0 ||
         errno != ETIMEDOUT;
}
void futexWake(std::atomic<uint32_t> &word, int n) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, n, nullptr, nullptr, 0);
}
void pause() { __asm__ __volatile__("pause"); }

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

/// Whoever asks for the turn is to have it before the calling thread has it again.
void letOthersTake() {
  for (int i = 0; i < kSpins && turn.load(std::memory_order_relaxed) == 0; ++i)
    pause();
  if (turn.load(std::memory_order_relaxed) == 0)
    ::syscall(SYS_sched_yield);
}

template <typename T> void tellParent(T &place, T value) {
  __atomic_store_n(&place, value, __ATOMIC_RELEASE);
}

Slot *slotOf(uint32_t id) { return id < Shared::kMostThreads ? &shared->slot[id] : nullptr; }

/// In the turn: the calling thread's event begins, or goes on, an entry of the log. Its next events
/// are counted by its slot.
void openEntry() {
  Slot *slot = slotOf(self.id);
  uint64_t n = shared->entries;
  bool goesOn =
      n && shared->entry[n - 1].thread == self.id && shared->entry[n - 1].count < UINT32_MAX;
  if (shared->full || !slot || (!goesOn && n == Shared::kMostEntries)) {
    shared->full = true;
    if (slot)
      slot->left = std::exchange(self.undisturbed, 0);
    return;
  }
  // The end of an entry is a call in full: none has more than its counter.
  int64_t room = INT32_MAX, counted = goesOn ? shared->entry[n - 1].count : 0;
  int64_t alone = std::min(self.undisturbed, goesOn ? UINT32_MAX - counted - 1 : room);
  if (!goesOn) {
    shared->entry[n] = {self.id, 0};
    tellParent(shared->entries, n + 1);
  }
  slot->start = alone + counted + 1;
  tellParent(slot->left, alone);
  self.undisturbed -= alone;
  tellParent(shared->open, self.id);
}

void closeEntry() {
  Slot *slot = self.slot;
  if (shared->open) {
    auto count = static_cast<uint32_t>(slot->start - slot->left);
    tellParent(shared->entry[shared->entries - 1].count, count);
    tellParent(shared->open, uint32_t{0});
    if (count == 0) // its event was taken back
      tellParent(shared->entries, shared->entries - 1);
  }
  if (!slot)
    return;
  self.undisturbed += slot->left;
  slot->left = 0;
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

/// The turn is given back behind the destructors of thread_local objects and, in the last rounds,
/// of keys.
void giveBackAtEnd(void *round) {
  giveBack();
  auto next = reinterpret_cast<uintptr_t>(round) + 1;
  if (next < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific(lastWords, reinterpret_cast<void *>(next));
}

void forget() {
  mode = Mode::Off;
  self.slot = nullptr;
}

void sleepUs(uint64_t time) {
  timespec real{0, static_cast<long>(time) * 1000};
  ::syscall(SYS_nanosleep, &real, nullptr);
}

void becomeReady() {
  if (!noise.priorities || self.ready)
    return;
  self.ready = true;
  ready[self.priority].fetch_add(1, std::memory_order_relaxed);
}
void becomeUnready() {
  if (!self.ready)
    return;
  self.ready = false;
  ready[self.priority].fetch_sub(1, std::memory_order_relaxed);
}

bool higherIsReady() {
  for (uint32_t p = self.priority + 1; p <= kHighest; ++p)
    if (ready[p].load(std::memory_order_relaxed))
      return true;
  return false;
}

/// Linux lets nobody raise a priority without privileges, and on several processors one means
/// little: so a thread waits at each of its events as long as one of higher priority could go on,
/// up to the strength. That needs no privilege, and does the same on every system.
void giveWay() {
  if (!prioritiesDiffer.load(std::memory_order_relaxed))
    return;
  uint64_t most = noise.strength * 10;
  for (uint64_t step = 10; most && higherIsReady(); step *= 2) {
    uint64_t time = std::min(step, most);
    sleepUs(time);
    most -= time;
  }
}

/// With the turn given back.
void makeNoise() {
  enum { Sleep, Yield, Priority } kinds[3];
  unsigned n = 0;
  for (auto [wanted, kind] :
       {std::pair{noise.sleeps, Sleep}, {noise.yields, Yield}, {noise.priorities, Priority}})
    if (wanted)
      kinds[n++] = kind;
  switch (kinds[chance() % n]) {
  case Sleep:
    return sleepUs(1 + chance() % (noise.strength * 10));
  case Yield:
    // One that waits for the turn was woken, and needs a while to be awake.
    for (int i = 0; i < kSpins; ++i) {
      ::syscall(SYS_sched_yield);
      if (waiters.load(std::memory_order_relaxed) == 0 || turn.load(std::memory_order_relaxed) != 0)
        break;
    }
    return;
  case Priority:
    self.priority = 1 + static_cast<uint32_t>(chance() % kHighest);
    if (!prioritiesDiffer.exchange(true))
      attention.fetch_add(1, std::memory_order_relaxed);
    return;
  }
}

/// How many events there are before the next that is disturbed, each being so by the same chance.
int64_t undisturbed() {
  constexpr int64_t kNever = INT64_MAX / 4;
  if (noise.percent == 0)
    return kNever;
  if (noise.percent >= 100)
    return 0;
  constexpr double kUnit = 0x1p-53;
  double drawn = std::log(static_cast<double>((chance() >> 11) + 1) * kUnit) * toUndisturbed;
  return static_cast<int64_t>(drawn);
}

} // namespace

void close(Shared &log) {
  if (log.open && log.entries) {
    const Slot &slot = log.slot[log.open];
    log.entry[log.entries - 1].count = static_cast<uint32_t>(slot.start - slot.left);
  }
  log.open = 0;
  if (log.entries && log.entry[log.entries - 1].count == 0)
    --log.entries;
}

void begin(Mode how, const Disturbance &disturbance, uint64_t number) {
  noise = disturbance;
  toUndisturbed = 1 / std::log1p(-static_cast<double>(noise.percent) / 100);
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
  shared->open = 0;
  mode = how;
  become(1);
}

void become(uint32_t id) {
  self.id = id;
  self.random = seed * 0x9e3779b97f4a7c15u + id;
  Mode how = mode.load(std::memory_order_relaxed);
  if (how == Mode::Record || how == Mode::Noise) {
    self.slot = slotOf(id);
    self.undisturbed = undisturbed();
    if (self.slot)
      self.slot->left = 0;
    self.priority = kUsual;
  }
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
  if (how != Mode::Record && how != Mode::Noise)
    return;
  if (self.undisturbed > 0) {
    --self.undisturbed;
  } else {
    self.undisturbed = undisturbed();
    makeNoise();
  }
  giveWay();
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
    becomeReady();
    lockTurn();
    self.holding = true;
    openEntry();
  } else if (how == Mode::Noise) {
    becomeReady();
    if (self.slot)
      self.slot->left = std::exchange(self.undisturbed, 0);
  } else if (how == Mode::Replay && waitUntilDue()) {
    self.holding = true;
    ++shared->events;
  }
}

void giveBack() {
  Mode how = mode.load(std::memory_order_relaxed);
  if (how == Mode::Noise && self.slot) {
    self.undisturbed += self.slot->left;
    self.slot->left = 0;
  }
  becomeUnready();
  if (!self.holding)
    return;
  self.holding = false;
  if (how == Mode::Record) {
    closeEntry();
    unlockTurn();
  } else if (how == Mode::Replay) {
    advance();
  }
}

void eventInFull() {
  if (!active())
    return;
  int before = errno;
  if (self.slot)
    ++self.slot->left; // counted as it is taken
  const bool asked = self.holding && askers.load(std::memory_order_relaxed) != 0;
  giveBack();
  if (asked && mode.load(std::memory_order_relaxed) == Mode::Record)
    letOthersTake();
  disturb();
  take();
  errno = before;
}

void takeBackEvent() {
  if (self.slot)
    ++self.slot->left;
}

bool recordsOrDisturbs() {
  Mode how = mode.load(std::memory_order_relaxed);
  return how == Mode::Record || how == Mode::Noise;
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

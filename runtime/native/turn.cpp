#include "native/turn.h"

#include "native/noise.h"
#include "native/turn_lock.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace xblock::native {

Shared *shared;
std::atomic<Mode> mode{Mode::Off};
__thread Self self __attribute__((tls_model("initial-exec")));

alignas(64) std::atomic<uint32_t> attention{0};

namespace {

constexpr uint32_t kNobody = UINT32_MAX;

uint64_t seed;
/// Of a replay: whose next event it is.
alignas(64) std::atomic<uint32_t> due{kNobody};
uint64_t at, left, resultAt; // of who has the turn
pthread_key_t lastWords;

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
  if (shared->full || !slot || (!goesOn && n == std::min(shared->most, Shared::kMostEntries))) {
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
  beginNoise(disturbance);
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
    self.priority = kUsualPriority;
  }
  pthread_setspecific(lastWords, reinterpret_cast<void *>(1));
}

bool active() { return self.id != 0 && mode.load(std::memory_order_relaxed) != Mode::Off; }

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
  const bool asked = self.holding && isAskedForTurn();
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
  if (shared->results == std::min(shared->most, Shared::kMostResults))
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

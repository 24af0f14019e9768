#include "native/noise.h"

#include "native/turn_lock.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace xblock::native {

namespace {

Disturbance noise;
double toUndisturbed; ///< of the logarithm of a random number from 0 to 1

// Of noise that changes priorities: 1 to 10, as in Java, and all begin in the middle. `ready`:
// threads of a priority that have the turn or want it, and do not wait in a call.
constexpr uint32_t kHighest = 10;
alignas(64) std::atomic<uint32_t> ready[kHighest + 1];
std::atomic<bool> prioritiesDiffer{false};

void sleepUs(uint64_t time) {
  timespec real{0, static_cast<long>(time) * 1000};
  ::syscall(SYS_nanosleep, &real, nullptr);
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
      if (!isTurnDueToAnother())
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

} // namespace

void beginNoise(const Disturbance &disturbance) {
  noise = disturbance;
  toUndisturbed = 1 / std::log1p(-static_cast<double>(noise.percent) / 100);
}

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

uint64_t chance() { // splitmix64
  uint64_t z = self.random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

} // namespace xblock::native

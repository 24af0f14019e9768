//===- turn.h - one thread's turn after another's, on real threads, recorded and replayed ---------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A thread takes the turn at an event and keeps it over all events that follow, until it makes a call that may wait, is
// disturbed, or another thread asks for the turn: then it gives it back at its next event. So a plain access, which follows
// its hook, is within it. What a thread does with the turn in hand never waits for another thread, except in a replay, where
// what it waits for is done already. The log says which thread had the turn for how many events, and what calls returned that
// depend on time. See docs/sampling.md.
//  1. An event of a thread that goes on having the turn is one decrement of its own counter and one look at `attention`,
//     without an atomic operation: the same without recording, where nobody asks.
//  2. The counters lie in memory that the parent sees: whenever the run is killed, the log is whole (close()).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <atomic>
#include <cstdint>

namespace xblock::native {

enum class Mode : int {
  Off,    ///< outside of a run: everything is the real thing
  Noise,  ///< noise only: nothing is recorded
  Record, ///< and noise
  Replay,
  Free ///< behind the end of the log
};

struct Entry {
  uint32_t thread, count;
};

/// Of a thread.
struct alignas(64) Slot {
  int64_t left;  ///< so many events more need no more than to be counted
  int64_t start; ///< while its entry of the log is the open one: `start - left` is the number of its events
};

/// What the parent sees of a run, even if that is killed.
struct Shared {
  static constexpr uint64_t kMostEntries = uint64_t{1} << 26, kMostResults = uint64_t{1} << 22;
  /// Threads that are counted apart: a run with more of them is too long for a log.
  static constexpr uint32_t kMostThreads = 1 << 16;
  uint64_t entries, results; ///< of the log
  uint64_t most;             ///< of each of them that this run may have
  uint64_t events;           ///< taken in this run, if it is a replay
  uint32_t threads;          ///< created in this run; main is 1
  uint32_t open;             ///< who has the turn: the last entry is not closed; 0: nobody
  bool full, misfit;
  char refused[300]; ///< what stops the run; "" if nothing does
  Slot slot[kMostThreads];
  Entry entry[kMostEntries];
  int64_t result[kMostResults];
};

/// Behind a run: the log has all events up to its end.
void close(Shared &log);

struct Disturbance {
  uint64_t percent, strength;
  bool sleeps, yields, priorities; ///< one at least
};

/// Of the calling thread. id is 0 for a thread that this library did not see created: it has no events.
struct Self {
  Slot *slot; ///< null where each event is more than counted, as in a replay
  uint32_t id;
  bool holding, ready;
  uint32_t priority;
  int64_t undisturbed; ///< so many events more are, while slot->left is not that
  uint64_t random;
};

extern Shared *shared;
extern std::atomic<Mode> mode;
extern __thread Self self __attribute__((tls_model("initial-exec")));
/// Not 0: events are more than counted, since threads ask for the turn, or have different priorities.
extern std::atomic<uint32_t> attention;

/// As long as it lives, what the calling thread does has no events; it has given the turn back.
class WithoutEvents {
public:
  WithoutEvents() : slot_(self.slot), id_(self.id) {
    self.slot = nullptr;
    self.id = 0;
  }
  ~WithoutEvents() {
    self.slot = slot_;
    self.id = id_;
  }
  WithoutEvents(const WithoutEvents &) = delete;
  WithoutEvents &operator=(const WithoutEvents &) = delete;

private:
  Slot *slot_;
  uint32_t id_;
};

/// In the process of a run, before anything of it.
void begin(Mode how, const Disturbance &noise, uint64_t seed);
/// The calling thread is the one of that number.
void become(uint32_t id);

bool active();
/// An event: perhaps the turn is given back, there is noise, and the turn is taken.
void eventInFull();
inline void event() {
  Slot *slot = self.slot;
  if (slot && --slot->left >= 0 && attention.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  eventInFull();
}
void giveBack();
/// The two halves of an event that waits in between, with the turn given back: disturb(), the call, take().
void disturb();
void take();
/// The event that the calling thread just had is none: it comes later.
void takeBackEvent();
/// Whether a run is under way that is no replay.
bool recordsOrDisturbs();
/// In a replay, until the calling thread's next event is due; false if the log has no more of it.
bool waitUntilDue();
/// Whether the calling thread has the turn by the log.
bool follows();
void keepResult(int64_t result);
int64_t nextResult();
uint64_t chance();

/// Ends the run: it cannot be done on real threads.
[[noreturn]] void refuse(const char *what, const char *name);
[[noreturn]] void doesNotFit();

} // namespace xblock::native

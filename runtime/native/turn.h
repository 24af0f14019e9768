//===- turn.h - one thread's turn after another's, on real threads, recorded and replayed ---------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A thread takes the turn at each event and keeps it up to its next event or call, so that a plain access, which follows
// its hook, is within it. What a thread does with the turn in hand never waits for another thread, except in a replay,
// where what it waits for is done already. The log says which thread had the turn for how many events, and what calls
// returned that depend on time. See docs/sampling.md.
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

/// What the parent sees of a run, even if that is killed.
struct Shared {
  static constexpr uint64_t kMostEntries = uint64_t{1} << 26, kMostResults = uint64_t{1} << 22;
  uint64_t entries, results; ///< of the log
  uint64_t events;           ///< taken in this run
  uint32_t threads;          ///< created in this run; main is 1
  bool full, misfit;
  char refused[300]; ///< what stops the run; "" if nothing does
  Entry entry[kMostEntries];
  int64_t result[kMostResults];
};

struct Disturbance {
  uint64_t percent, strength;
  bool sleeps, yields;
};

/// Of the calling thread. id is 0 for a thread that this library did not see created: it has no events.
struct Self {
  uint32_t id;
  bool holding;
  uint64_t random;
};

extern Shared *shared;
extern std::atomic<Mode> mode;
extern __thread Self self __attribute__((tls_model("initial-exec")));

/// In the process of a run, before anything of it.
void begin(Mode how, const Disturbance &noise, uint64_t seed);
/// The calling thread is the one of that number.
void become(uint32_t id);

bool active();
/// An event: the turn is given back, there may be noise, and the turn is taken.
void event();
void giveBack();
/// The two halves of an event that waits in between, with the turn given back: disturb(), the call, take().
void disturb();
void take();
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

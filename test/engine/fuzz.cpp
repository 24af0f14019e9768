//===- fuzz.cpp - random programs against brute force -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "fuzz.h"

#include "support/brute_force.h"

#include <algorithm>

namespace xblock::test {
namespace {

bool includes(const std::set<std::vector<int32_t>> &all,
              const std::set<std::vector<int32_t>> &some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

} // namespace

std::span<const Kind> kinds() {
  static constexpr Kind kKinds[] = {
      {"nested and recursive locks, condition variables", {}},
      {"and creation, join, semaphores", {.dynamic = true}},
      {"and branches on what was read, bounded loops", {.dynamic = true, .branches = true}},
      {"branches, racy variables", {.races = true, .branches = true}},
      {"locks hand over hand, waits under two locks", {.chains = true}},
      {"timed waits, creation", {.dynamic = true, .timed = true}},
      {"reader-writer locks, barriers", {.rwLocks = true, .barriers = true}},
      {"reader-writer locks, hand over hand, creation",
       {.dynamic = true, .rwLocks = true, .chains = true}},
      {"try-locks", {.tries = true}},
      {"try-locks, branches, creation", {.dynamic = true, .branches = true, .tries = true}},
      {"try-locks of mutexes and reader-writer locks", {.tries = true, .rwLocks = true}},
      {"reader-writer locks that prefer writers, creation",
       {.dynamic = true, .rwLocks = true, .writersFirst = true}},
      {"the same with try-locks, branches",
       {.branches = true, .tries = true, .rwLocks = true, .writersFirst = true}},
      {"atomics, racy variables, branches", {.atomics = true, .races = true, .branches = true}},
      {"timed waits, barriers, rwlocks, try-locks, branches, creation",
       {.dynamic = true,
        .branches = true,
        .tries = true,
        .timed = true,
        .rwLocks = true,
        .barriers = true,
        .chains = true}},
      {"four threads", {.maxThreads = 4}},
      {"values that the search chooses, branches, creation", {.dynamic = true, .branches = true, .choices = true}},
      {"the same with atomics, racy variables, try-locks",
       {.atomics = true, .races = true, .branches = true, .tries = true, .choices = true}},
  };
  return kKinds;
}

Tally fuzz(Mode mode, uint64_t seed, int count, Flavour flavour, const EachProgram &each) {
  std::mt19937_64 rng(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    std::string text = randomProgramText(rng, flavour);
    Program program = parseProgram(text);
    auto truth = bruteForce(program);
    if (!truth)
      continue;
    Explored e = explore(program, {.mode = mode, .keepGoing = true, .maxSchedules = 20'000});
    if (e.scheduleLimit)
      continue;
    bool deadlock = e.failed(FailureKind::Deadlock) > 0,
         failure = e.failed(FailureKind::Assertion) > 0;
    ++tally.programs;
    tally.deadlocking += truth->deadlock;
    tally.failing += truth->failure;
    tally.schedules += e.schedules;
    tally.redundant += e.redundant;
    // A failure ends its schedule, and what a thread would have wanted, given or accessed after it
    // is not seen. So of a program that can fail, a deadlock or the two sides of a race may show
    // only once the failure is mended.
    bool missed = !includes(e.finals, truth->finals) && !(failure && flavour.races);
    bool impossible = !includes(truth->finals, e.finals);
    bool deadlockMissed = truth->deadlock && !deadlock && !failure;
    bool falseDeadlock = deadlock && !truth->deadlock;
    bool falseFailure = failure && !truth->failure;
    tally.missed += missed;
    tally.impossible += impossible;
    tally.deadlocksMissed += deadlockMissed;
    tally.falseDeadlocks += falseDeadlock;
    tally.failuresMissed += truth->failure && !failure;
    tally.falseFailures += falseFailure;
    if (each)
      each(text, e, missed || impossible || deadlockMissed || falseDeadlock || falseFailure);
  }
  return tally;
}

} // namespace xblock::test

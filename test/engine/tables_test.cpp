//===- tables_test.cpp - the table that every implementation of the modes must meet -------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

/// n threads; "#" in the text stands for the thread's number, "@" for the next one's, around the
/// ring.
Program threads(int n, const std::string &text, const std::string &more = "") {
  std::string all = more;
  for (int i = 0; i < n; ++i) {
    all += "T" + std::to_string(i) + ": ";
    for (char c : text)
      all += c == '#'   ? std::to_string(i)
             : c == '@' ? std::to_string((i + 1) % n)
                        : std::string(1, c);
    all += "\n";
  }
  return parseProgram(all);
}

Program increment(int n) { return threads(n, "lock m, r x a, w x a+1, unlock m"); }
Program twoCounters(int n) {
  return threads(n, "lock m, r x a, w x a+1, unlock m, lock l, r y a, w y a+1, unlock l");
}
Program splitUpdate(int n) {
  return threads(n, "lock m, r x y, unlock m, lock m, r x z, w x y+1, unlock m");
}
/// Each pair of threads has a counter of its own.
Program pairs(int k) {
  std::string all;
  for (int i = 0; i < 2 * k; ++i) {
    std::string n = std::to_string(i / 2);
    all += "T" + std::to_string(i) + ": lock m" + n + ", r x" + n + " a, w x" + n +
           " a+1, unlock m" + n + "\n";
  }
  return parseProgram(all);
}
Program readers(int n) { return threads(n, "lock m, r x a, unlock m"); }
Program writerAndReaders(int n) {
  return threads(n, "lock m, r x a, unlock m", "W: lock m, w x 1, unlock m\n");
}
Program philosophers(int n) { return threads(n, "lock f#, lock f@, unlock f@, unlock f#"); }
/// The last one takes the forks in the other order.
Program orderedPhilosophers(int n) {
  std::string last = std::to_string(n - 1);
  std::string text;
  for (int i = 0; i + 1 < n; ++i) {
    std::string a = "f" + std::to_string(i), b = "f" + std::to_string(i + 1);
    text += "T" + std::to_string(i) + ": lock " + a + ", lock " + b + ", unlock " + b +
            ", unlock " + a + "\n";
  }
  return parseProgram(text + "T" + last + ": lock f0, lock f" + last + ", unlock f" + last +
                      ", unlock f0\n");
}

struct Row {
  const char *name;
  Program program;
  uint64_t exitblock, rw, sleep, dpor; ///< 0: too many
};

// Where there is a formula: k threads through n free locks, main starting them: sleep and rw
// ((n+1)^k - 1)/n, dpor 1. n increments: every order, n!. Two counters: n! orders of each, which
// are independent, (n!)^2 under dpor; exitblock the merges (2n)! / 2^n. n readers: nothing
// conflicts, dpor 1; sleep and rw (1+1)^(n-1). A writer and r readers: each reader before or after
// it, dpor 2^r. n philosophers under dpor: for each fork, who takes it first, but not so that each
// waits for the next; 2^n - 2 and, where blocks end between the forks, 2^n - 1 with the deadlock.
// The others are the reference model's.
TEST(Tables, EachModeCountsAsTheReferenceModel) {
  const std::vector<Row> rows = {
      {"perf 3 2", perf(3, 2), 280, 13, 13, 1},
      {"perf 4 3", perf(4, 3), 0, 85, 85, 1},
      {"increment, 3 threads", increment(3), 6, 6, 6, 6},
      {"increment, 4 threads", increment(4), 24, 24, 24, 24},
      {"two counters, 2 threads", twoCounters(2), 6, 4, 4, 4},
      {"split update, 2 threads", splitUpdate(2), 6, 4, 4, 4},
      {"two counters, 3 threads", twoCounters(3), 90, 42, 42, 36},
      {"split update, 3 threads", splitUpdate(3), 90, 36, 36, 36},
      {"3 readers", readers(3), 6, 4, 4, 1},
      {"6 readers", readers(6), 720, 32, 32, 1},
      {"1 writer, 3 readers", writerAndReaders(3), 24, 14, 14, 8},
      {"2 philosophers", philosophers(2), 4, 3, 9, 5},
      {"2 philosophers, ordered", orderedPhilosophers(2), 4, 3, 4, 2},
      {"3 philosophers", philosophers(3), 30, 9, 51, 13},
      {"3 philosophers, ordered", orderedPhilosophers(3), 26, 9, 16, 4},
      {"4 philosophers", philosophers(4), 464, 27, 228, 29},
      {"4 philosophers, ordered", orderedPhilosophers(4), 401, 27, 61, 8},
      {"5 philosophers", philosophers(5), 12600, 81, 1025, 61},
      {"5 philosophers, ordered", orderedPhilosophers(5), 10864, 81, 225, 16},
  };
  for (const Row &row : rows) {
    if (row.exitblock) {
      EXPECT_EQ(explore(row.program, Mode::ExitBlock).schedules, row.exitblock) << row.name;
    }
    EXPECT_EQ(explore(row.program, Mode::ExitBlockRw).schedules, row.rw) << row.name;
    EXPECT_EQ(explore(row.program, Mode::Sleep).schedules, row.sleep) << row.name;
    EXPECT_EQ(explore(row.program, Mode::Dpor).schedules, row.dpor) << row.name;
  }
}

// The cycle f0 -> f1 -> .. -> f0 is seen in the first round, and executed in the second, whose
// blocks end between the forks.
TEST(Tables, PhilosophersDeadlockInTheSecondRoundAndOrderedOnesNever) {
  for (Mode mode : {Mode::Sleep, Mode::Dpor})
    for (int n = 2; n <= 5; ++n) {
      Explored e = explore(philosophers(n), mode);
      EXPECT_EQ(e.rounds, 2u);
      EXPECT_EQ(e.failed(FailureKind::Deadlock), 1u) << n; // each has one fork, in one way
      Explored ordered = explore(orderedPhilosophers(n), mode);
      EXPECT_EQ(ordered.rounds, 1u);
      EXPECT_TRUE(ordered.failures.empty());
    }
}

/// No schedule is redundant.
void expectDpor(const Program &program, uint64_t schedules, const std::string &name) {
  Explored e = explore(program, Mode::Dpor);
  EXPECT_EQ(e.schedules, schedules) << name;
  EXPECT_EQ(e.redundant, 0u) << name;
}

// The formulas above.
TEST(Tables, DporRunsEachOrderOfConflictingRegionsOnce) {
  for (int k = 2; k <= 8; ++k)
    expectDpor(perf(k, 20), 1, "perf " + std::to_string(k));
  uint64_t factorial = 1;
  for (int n = 1; n <= 7; ++n) {
    factorial *= static_cast<uint64_t>(n);
    expectDpor(increment(n), factorial, "increment " + std::to_string(n));
    if (n <= 4)
      expectDpor(twoCounters(n), factorial * factorial, "two counters " + std::to_string(n));
  }
  for (int n = 1; n <= 12; ++n) {
    expectDpor(readers(n), 1, "readers " + std::to_string(n));
    expectDpor(writerAndReaders(n), uint64_t{1} << n, "a writer and readers " + std::to_string(n));
  }
  for (int k = 1; k <= 8; ++k)
    expectDpor(pairs(k), uint64_t{1} << k, "pairs " + std::to_string(k));
  for (int n = 3; n <= 8; ++n)
    expectDpor(philosophers(n), (uint64_t{1} << (n + 1)) - 3, "philosophers " + std::to_string(n));
}

} // namespace
} // namespace xblock::test

//===- surw_test.cpp - each thread as likely as it has blocks left -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace xblock::test {
namespace {

constexpr uint64_t kSchedules = 40'000;

/// How often each schedule was sampled.
std::map<std::string, uint64_t> sampled(const Program &program, const Sampling &how, uint64_t schedules = kSchedules) {
  ModelWorld world(program);
  std::map<std::string, uint64_t> all;
  SearchWitness witness;
  witness.beganRound = [&] { all.clear(); };
  witness.ended = [&](const Trace &trace, ScheduleEnd, uint64_t, size_t) { ++all[print(trace.schedule())]; };
  witness.notRun = [](size_t, ThreadId, NotRun) {};
  SearchObserver observer;
  observer.witness = &witness;
  SearchOptions options{.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = schedules};
  options.sampling = how;
  search(world, options, observer);
  return all;
}

/// All are as likely: each within four and a half standard deviations, one in 147,000 outside by chance; the seed is fixed.
void expectUniform(const std::map<std::string, uint64_t> &all, uint64_t schedules) {
  EXPECT_EQ(all.size(), schedules);
  const double p = 1.0 / static_cast<double>(schedules), mean = kSchedules * p;
  for (const auto &[schedule, count] : all)
    EXPECT_NEAR(static_cast<double>(count), mean, 4.5 * std::sqrt(mean * (1 - p))) << schedule;
}

/// Blocks of each thread, of a schedule: one for each access, and one for the end of the thread.
std::string accesses(int n) {
  std::string text;
  for (int i = 0; i < n; ++i)
    text += (i ? ", " : "") + std::string("aw x 1");
  return text;
}

// Blocks a and b, with those at the ends: (a + b)! / (a! b!) orders.
TEST(Surw, MakesAllOrdersOfIndependentThreadsAsLikely) {
  expectUniform(sampled(parseProgram("T0: " + accesses(4) + "\nT1: " + accesses(1)), {.policy = PolicyKind::Surw}), 21);                           // 7! / (5! 2!)
  expectUniform(sampled(parseProgram("T0: " + accesses(2) + "\nT1: " + accesses(3)), {.policy = PolicyKind::Surw}), 35);                           // 7! / (3! 4!)
  expectUniform(sampled(parseProgram("T0: " + accesses(1) + "\nT1: " + accesses(1) + "\nT2: " + accesses(2)), {.policy = PolicyKind::Surw}), 210); // 7! / (2! 2! 3!)
}

// A thread that one creates counts for its creator: T0 has one block that creates T1, and its end; T1 has 5 and its end. After the first block the end of T0
// comes before, between or behind 6 blocks: 7 orders. As likely only if T1's blocks are known to be 6.
TEST(Surw, CountsBlocksOfThreadsThatWereCreated) {
  expectUniform(sampled(parseProgram("T0: start T1\nT1: " + accesses(5) + "\nstart: T0"), {.policy = PolicyKind::Surw}), 7);
}

// T0 creates T2 in its first block, and ends; T2 has an access and its end, T1 two and its end. If T2's blocks are T0's until then, T0 comes first with
// (2 + 2) / (2 + 2 + 3), else with 2 / 5.
TEST(Surw, GivesTheBlocksOfThreadsToComeToTheirCreator) {
  uint64_t first = 0;
  for (const auto &[schedule, count] :
       sampled(parseProgram("T0: start T2\nT1: " + accesses(2) + "\nT2: " + accesses(1) + "\nstart: T0 T1"), {.policy = PolicyKind::Surw}))
    first += schedule.starts_with("x1:0") ? count : 0;
  const double p = 4.0 / 7;
  EXPECT_NEAR(static_cast<double>(first) / kSchedules, p, 4.5 * std::sqrt(p * (1 - p) / kSchedules));
}

// T1 has 1 block and its end, T0 24 and its end: that all of T1 comes within the last two blocks of T0 is as likely as that it comes within the first, and a walk in which each
// thread is as likely has T1 done after 4 blocks on average.
TEST(Surw, ReachesLateOrdersOfAShortThread) {
  Program program = parseProgram("T0: " + accesses(24) + "\nT1: " + accesses(1));
  auto late = [&](PolicyKind policy) {
    uint64_t n = 0;
    for (const auto &[schedule, count] : sampled(program, {.policy = policy}))
      n += schedule.starts_with("x1:0x24") || schedule.starts_with("x1:0x25") ? count : 0;
    return static_cast<double>(n) / kSchedules;
  };
  // The two blocks of T1 among 27: both behind the 24th of T0 in (3 choose 2) of (27 choose 2) orders.
  const double p = 3.0 / 351;
  EXPECT_NEAR(late(PolicyKind::Surw), p, 4.5 * std::sqrt(p * (1 - p) / kSchedules));
  EXPECT_EQ(late(PolicyKind::Random), 0); // 2^-24
}

} // namespace
} // namespace xblock::test

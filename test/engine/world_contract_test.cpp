//===- world_contract_test.cpp - ModelWorld keeps World's contract ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/model_world.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

using Cells = std::vector<int32_t>;

bool canRun(const ModelWorld &world, int t) {
  return world.state().alive(t) && !world.state().waits(t);
}

/// Goes through random blocks and back again, and compares the state with what it was when each
/// snapshot was taken.
void walk(const Program &program, std::mt19937_64 &rng) {
  ModelWorld world(program);
  std::vector<std::pair<SnapshotId, Cells>> saved;
  Outcome out, again;
  for (int i = 0; i < 60; ++i) {
    if (!saved.empty() && rng() % 4 == 0) {
      saved.resize(1 + rng() % saved.size());
      world.restore(saved.back().first);
      ASSERT_EQ(world.state().cells(), saved.back().second);
      if (rng() % 2) {
        world.discard(saved.back().first);
        saved.pop_back();
      }
    }
    int t = static_cast<int>(rng() % program.threads.size());
    if (!canRun(world, t))
      continue;
    saved.emplace_back(world.save(), world.state().cells());
    world.run(ThreadId(t), {}, out);
    Cells after = world.state().cells();
    world.restore(saved.back().first);
    ASSERT_EQ(world.state().cells(), saved.back().second);
    world.run(ThreadId(t), {}, again);
    ASSERT_EQ(world.state().cells(), after); // the same state, thread and choices
    ASSERT_EQ(out.ending, again.ending);
    ASSERT_EQ(out.acquired, again.acquired);
    if (out.ending == Ending::Blocked) {
      world.restore(saved.back().first);
      ASSERT_FALSE(world.available(out.blockedOn));
    }
  }
  ASSERT_EQ(world.snapshots(), saved.size());
}

TEST(ModelWorld, SnapshotsRestoreExactly) {
  std::mt19937_64 rng(3);
  for (int i = 0; i < 500; ++i)
    walk(parseProgram(randomProgramText(rng, {.dynamic = i % 2 == 0, .atomics = i % 3 == 0})), rng);
}

TEST(ModelWorld, ABlockEndsAfterTheExitOfALock) {
  Program program =
      parseProgram("T: r v a, lock m, w v a+1, lock l, unlock l, w v 9, unlock m, r v a");
  ModelWorld world(program);
  Outcome out;
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.ending, Ending::Exit);
  EXPECT_EQ(world.state().variable(0), 1);
  EXPECT_EQ(out.acquired.size(), 2u);
  EXPECT_TRUE(out.released.empty()); // m was not held as it began
  // Both locks as sync: m is held across the end, a write; l is not, a read.
  ASSERT_EQ(out.sync.entries().size(), 2u);
  EXPECT_EQ(out.sync.entries()[0].writes + out.sync.entries()[1].writes, 1);
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.ending, Ending::Exit);
  EXPECT_EQ(out.released.size(), 1u);
  EXPECT_EQ(world.state().variable(0), 9);
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.ending, Ending::Death);
}

TEST(ModelWorld, RefinementEndsABlockBeforeTheInnerLock) {
  Program program = parseProgram("T: lock m, lock l, unlock l, unlock m");
  ModelWorld world(program);
  Outcome out;
  SnapshotId start = world.save();
  world.run(ThreadId(0), {}, out);
  ASSERT_EQ(out.ordered.size(), 1u);
  LockEdge inner = out.ordered[0];
  world.restore(start);
  world.refine({&inner, 1});
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.ending, Ending::Split);
  EXPECT_EQ(out.acquired.size(), 1u);
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.ending, Ending::Exit);
  EXPECT_EQ(out.acquired.size(), 1u);
}

TEST(ModelWorld, AJoinUnderALockIsABoundaryAndWaitsForTheEnd) {
  Program program =
      parseProgram("start: A\nA: start B, lock m, join B, unlock m\nB: lock m, unlock m");
  ModelWorld world(program);
  Outcome out;
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.started, std::vector<ThreadId>{ThreadId(1)});
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.ending, Ending::Split);
  EXPECT_EQ(out.acquired.size(), 1u);
  SnapshotId before = world.save();
  world.run(ThreadId(0), {}, out);
  EXPECT_EQ(out.ending, Ending::Blocked);
  EXPECT_EQ(out.blockedOn, (Resource{ResourceKind::ThreadEnd, 1}));
  world.restore(before);
  ThreadId owner{};
  EXPECT_TRUE(world.owner({ResourceKind::Mutex, 0}, owner));
  EXPECT_EQ(owner, ThreadId(0));
}

} // namespace
} // namespace xblock::test

//===- process_end_test.cpp - the end of the process, and what is not modelled ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

/// A ModelWorld in which the end of one thread is something else.
class EndingWorld : public ModelWorld {
public:
  EndingWorld(const Program &program, ThreadId thread, Ending ending)
      : ModelWorld(program), thread_(thread), ending_(ending) {}
  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override {
    ModelWorld::run(t, choices, out);
    if (t == thread_ && out.ending == Ending::Death) {
      out.ending = ending_;
      out.failure.message = "ioctl at test.c:3";
    }
  }

private:
  ThreadId thread_;
  Ending ending_;
};

SearchResult run(const char *text, Mode mode, Ending ending) {
  Program program = parseProgram(text);
  EndingWorld world(program, ThreadId(0), ending);
  return search(world, {.mode = mode, .keepGoing = true});
}

// M: main's end, before, between and after T's two regions a and b: M, aM, abM. With pruning as
// well: nothing else conflicts, but M does with everything. T's own end is one block more, after
// which M is enabled again.
constexpr const char *kRace = "Main: r x a\nT: lock m, unlock m, lock m, unlock m";
TEST(ProcessEnd, IsTriedBeforeAndAfterEveryBlockOfTheOthers) {
  for (Mode mode : {Mode::ExitBlock, Mode::ExitBlockRw}) {
    SearchResult result = run(kRace, mode, Ending::ProcessEnd);
    // M | a M | a b (T ends) M: with M delayed T runs a, M is enabled behind it; T goes on with b
    // and its end, then M (2); M first after b (none: T's end has no branch); M after a (3).
    EXPECT_EQ(result.schedules, 3u);
    EXPECT_TRUE(result.failures.empty());
  }
}

// Under dpor the end of T is a place of its own: M, aM, abM, abTM.
TEST(ProcessEnd, UnderDporIsTriedAtEveryPlace) {
  SearchResult result = run(kRace, Mode::Dpor, Ending::ProcessEnd);
  EXPECT_EQ(result.schedules, 4u);
  EXPECT_EQ(result.redundant, 0u);
  EXPECT_TRUE(result.failures.empty());
}

TEST(ProcessEnd, LeavesNoDeadlockOfThreadsThatWait) {
  for (Mode mode : {Mode::ExitBlock, Mode::ExitBlockRw, Mode::Sleep, Mode::Dpor})
    EXPECT_TRUE(run("Main: r x a\nT: sem s", mode, Ending::ProcessEnd).failures.empty());
}

TEST(ProcessEnd, ComesAfterTheEndOfAThreadThatHasOneBlock) {
  // M, and TM: an end alone makes a delayed M enabled again.
  int finished = 0;
  Program program = parseProgram("Main: r x a\nT: w x 1");
  EndingWorld world(program, ThreadId(0), Ending::ProcessEnd);
  SearchResult result = search(world, {.mode = Mode::ExitBlockRw, .keepGoing = true},
                               {.completed = [&] { finished += world.state().variable(0); }});
  EXPECT_EQ(result.schedules, 2u);
  EXPECT_EQ(finished, 1);
}

TEST(Unsupported, StopsTheSearchAtOnceWithItsSchedule) {
  for (Mode mode : {Mode::ExitBlock, Mode::ExitBlockRw, Mode::Sleep, Mode::Dpor}) {
    SearchResult result =
        run("Main: lock m, unlock m\nT: lock m, unlock m", mode, Ending::Unsupported);
    ASSERT_TRUE(result.unsupported);
    EXPECT_EQ(result.unsupported->failure.message, "ioctl at test.c:3");
    EXPECT_EQ(print(result.unsupported->schedule), "x1:0x2");
    EXPECT_EQ(result.schedules, 0u);
  }
}

} // namespace
} // namespace xblock::test

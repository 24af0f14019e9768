//===- race_test.cpp - what orders accesses, and what does not ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"

#include <gtest/gtest.h>

namespace xblock::test {
namespace {

/// Pairs of places that race in some schedule.
size_t races(const char *text, Mode mode = Mode::Dpor) {
  SearchOptions options{.mode = mode, .check = Check::Race, .keepGoing = true};
  return explore(parseProgram(text), options).races.size();
}

/// One schedule, told event by event: each call is a block.
class Story {
public:
  explicit Story(Check check = Check::Race) : checks_(check) {}

  /// Returns whether it made a new race.
  bool reads(int t, uint32_t place, std::vector<HeldFor> locks = {}) {
    return access(t, {.reads = 0xF, .key = 1, .place = place}, locks);
  }
  bool writes(int t, uint32_t place, std::vector<HeldFor> locks = {}) {
    return access(t, {.writes = 0xF, .key = 1, .place = place}, locks);
  }
  bool access(int t, RaceEvent event, const std::vector<HeldFor> &locks = {}) {
    event.kind = RaceEvent::Kind::Access;
    Outcome out;
    for (bool shared : {true, false}) { // those for reading first
      for (const HeldFor &held : locks)
        if (held.shared == shared)
          out.locks.push_back(held.lock);
      if (shared)
        event.locksShared = static_cast<uint32_t>(out.locks.size());
    }
    event.locksEnd = static_cast<uint32_t>(out.locks.size());
    out.events.push_back(event);
    push(t, out);
    return !checks_.races().empty();
  }
  void does(int t, RaceEvent event) {
    Outcome out;
    out.events.push_back(event);
    push(t, out);
  }
  void load(int t, Order order) { does(t, {.kind = RaceEvent::Kind::Load, .order = order, .key = 7}); }
  void store(int t, Order order) { does(t, {.kind = RaceEvent::Kind::Store, .order = order, .key = 7}); }
  void update(int t, Order order) {
    load(t, order);
    does(t, {.kind = RaceEvent::Kind::Store, .shared = true, .order = order, .key = 7});
  }
  void fence(int t, Order order) { does(t, {.kind = RaceEvent::Kind::Fence, .order = order}); }
  void acquire(int t, bool shared = false) {
    does(t, {.kind = RaceEvent::Kind::Acquire, .shared = shared, .key = 9});
  }
  void release(int t, bool shared = false) {
    does(t, {.kind = RaceEvent::Kind::Release, .shared = shared, .key = 9});
  }
  size_t unprotected() const { return checks_.unprotected().size(); }
  RacePair lastUnprotected() const { return checks_.unprotected().back(); }
  size_t depth() const { return depth_; }
  void back(size_t depth) { checks_.truncate(depth_ = depth); }

private:
  void push(int t, const Outcome &out) {
    checks_.push(ThreadId(t), out);
    ++depth_;
  }
  RaceChecks checks_;
  size_t depth_ = 0;
};

const HeldFor kLock{{ResourceKind::Mutex, 1}, false}, kOther{{ResourceKind::Mutex, 2}, false};

TEST(Race, TwoThreadsOneWriteAndNoOrder) {
  EXPECT_EQ(races("T0: w x 1; T1: w x 2"), 1u);
  EXPECT_EQ(races("T0: w x 1; T1: r x a"), 1u);
  EXPECT_EQ(races("T0: r x a; T1: r x a"), 0u) << "reads only";
  EXPECT_EQ(races("T0: w x 1; T1: w y 1"), 0u);
  EXPECT_EQ(races("T0: w x 1, r x a"), 0u) << "one thread";
}

TEST(Race, EachPairOfPlacesOnce) {
  // Two reads and a write in each thread: each write races with the other's write and two reads.
  EXPECT_EQ(races("T0: r x a, r x a, w x 1; T1: r x a, r x a, w x 1"), 5u);
}

TEST(Race, EveryModeReportsTheSimpleOnes) {
  for (Mode mode : {Mode::ExitBlock, Mode::ExitBlockRw, Mode::Sleep, Mode::Dpor}) {
    EXPECT_EQ(races("T0: w x 1; T1: w x 2", mode), 1u) << name(mode);
    EXPECT_EQ(races("T0: lock m, w x 1, unlock m; T1: lock m, w x 2, unlock m", mode), 0u) << name(mode);
    EXPECT_EQ(races("T0: lock m, w x 1, unlock m; T1: lock l, w x 2, unlock l", mode), 1u) << name(mode);
  }
}

TEST(Race, CreationAndJoinOrder) {
  EXPECT_EQ(races("start: T0; T0: w x 1, start T1, join T1, w x 2; T1: w x 3"), 0u);
  EXPECT_EQ(races("start: T0; T0: start T1, w x 2, join T1; T1: w x 3"), 1u);
}

// The access after the unlock is not known to who locks next: the epoch grows after the release.
TEST(Race, AnAccessAfterTheUnlockRaces) {
  Story story;
  story.acquire(0);
  story.release(0);
  EXPECT_FALSE(story.writes(0, 1));
  story.acquire(1);
  EXPECT_TRUE(story.writes(1, 2));
}

TEST(Race, NotifyOrdersWhatCameBeforeIt) {
  EXPECT_EQ(races("T0: w x 1, notify c; T1: lock m, wait m c, r x a, unlock m"), 0u);
  EXPECT_EQ(races("T0: notify c, w x 1; T1: lock m, wait m c, r x a, unlock m"), 1u);
}

TEST(Race, SemaphoresOrderPostAndWait) {
  EXPECT_EQ(races("T0: w x 1, post s; T1: sem s, r x a"), 0u);
  EXPECT_EQ(races("T0: w x 1, post s; T1: post s, w x 2"), 1u) << "a post takes nothing";
}

TEST(Race, AtomicsAmongThemselvesNeverRaceButWithPlainAccessesDo) {
  EXPECT_EQ(races("T0: aw x 1; T1: rmw x 2*old"), 0u);
  EXPECT_EQ(races("T0: aw x 1; T1: r x a"), 1u);
  EXPECT_EQ(races("T0: ar x a; T1: w x 1"), 1u);
  EXPECT_EQ(races("T0: ar x a; T1: r x a"), 0u);
}

TEST(Race, AReleaseAndAnAcquireThatSeesItOrder) {
  struct {
    Order store, load;
    bool race;
  } rows[] = {{Order::Release, Order::Acquire, false}, {Order::SeqCst, Order::SeqCst, false},
              {Order::AcqRel, Order::Consume, false},  {Order::Relaxed, Order::Acquire, true},
              {Order::Release, Order::Relaxed, true},  {Order::Relaxed, Order::Relaxed, true}};
  for (auto &row : rows) {
    Story story;
    story.writes(0, 1);
    story.store(0, row.store);
    story.load(1, row.load);
    EXPECT_EQ(story.reads(1, 2), row.race) << int(row.store) << " " << int(row.load);
  }
}

TEST(Race, AReadModifyWriteContinuesAReleaseSequenceAndAStoreEndsIt) {
  Story updated;
  updated.writes(0, 1);
  updated.store(0, Order::Release);
  updated.update(2, Order::Relaxed);
  updated.load(1, Order::Acquire);
  EXPECT_FALSE(updated.reads(1, 2));
  Story stored;
  stored.writes(0, 1);
  stored.store(0, Order::Release);
  stored.store(2, Order::Relaxed);
  stored.load(1, Order::Acquire);
  EXPECT_TRUE(stored.reads(1, 2));
}

TEST(Race, FencesMakeRelaxedAccessesOrder) {
  for (int fences = 0; fences < 4; ++fences) {
    Story story;
    story.writes(0, 1);
    if (fences & 1)
      story.fence(0, Order::Release);
    story.store(0, Order::Relaxed);
    story.load(1, Order::Relaxed);
    if (fences & 2)
      story.fence(1, Order::Acquire);
    EXPECT_EQ(story.reads(1, 2), fences != 3) << fences;
  }
}

TEST(Race, AWriteAfterTheReleaseFenceIsNotGiven) {
  Story story;
  story.fence(0, Order::SeqCst);
  story.writes(0, 1);
  story.store(0, Order::Relaxed);
  story.load(1, Order::Acquire);
  EXPECT_TRUE(story.reads(1, 2));
}

TEST(Race, ReadersOfAReadWriteLockDoNotOrderEachOther) {
  Story readers;
  readers.acquire(0, true);
  readers.writes(0, 1);
  readers.release(0, true);
  readers.acquire(1, true);
  EXPECT_TRUE(readers.reads(1, 2));
  Story writer;
  writer.acquire(0, true);
  writer.reads(0, 1);
  writer.release(0, true);
  writer.acquire(1);
  EXPECT_FALSE(writer.writes(1, 2));
  writer.release(1);
  writer.acquire(2, true);
  EXPECT_FALSE(writer.reads(2, 3));
}

TEST(Race, OnlyBytesThatBothAccessedCount) {
  Story story;
  story.access(0, {.writes = 0x0F, .key = 1, .place = 1});
  EXPECT_FALSE(story.access(1, {.writes = 0xF0, .key = 1, .place = 2}));
  EXPECT_TRUE(story.access(2, {.reads = 0x18, .key = 1, .place = 3}));
}

// Byte by byte, in several epochs: the history keeps one access for a place, and no byte is lost.
TEST(Race, BytesOfAPlaceArePutTogether) {
  Story story;
  for (int round = 0; round < 3; ++round) {
    for (int byte = 0; byte < 8; ++byte)
      story.access(0, {.writes = static_cast<uint8_t>(1 << byte), .key = 1, .place = 1});
    story.release(0);
  }
  story.acquire(1);
  EXPECT_FALSE(story.access(1, {.reads = 0xFF, .key = 1, .place = 2}));
  story.access(0, {.writes = 0x80, .key = 1, .place = 1});
  EXPECT_FALSE(story.access(1, {.reads = 0x7F, .key = 1, .place = 3}));
  EXPECT_TRUE(story.access(1, {.reads = 0x80, .key = 1, .place = 4}));
}

TEST(Race, GoingBackForgetsAccessesAndOrder) {
  Story story;
  story.writes(0, 1);
  size_t here = story.depth();
  story.store(0, Order::Release);
  story.load(1, Order::Acquire);
  EXPECT_FALSE(story.reads(1, 2));
  story.back(here);
  EXPECT_TRUE(story.reads(1, 3)) << "the order is gone";
  story.back(0);
  EXPECT_FALSE(story.reads(1, 4)) << "the write is gone";
}

TEST(Race, ARaceIsToldWithItsSidesAndItsSchedule) {
  Explored e = explore(parseProgram("T0: lock m, w x 1, unlock m; T1: r x a"),
                       {.mode = Mode::Dpor, .check = Check::Race});
  ASSERT_EQ(e.races.size(), 1u);
  const FoundRace &race = e.races[0];
  EXPECT_EQ(race.first.thread, ThreadId{0});
  EXPECT_TRUE(race.first.writes);
  ASSERT_EQ(race.first.locks.size(), 1u);
  EXPECT_EQ(race.first.locks[0].lock.kind, ResourceKind::Mutex);
  EXPECT_EQ(race.second.thread, ThreadId{1});
  EXPECT_FALSE(race.second.writes);
  EXPECT_TRUE(race.second.locks.empty());
  EXPECT_EQ(race.foundAt, 1u);
  EXPECT_EQ(print(race.schedule), "x1:0x2.1");
  EXPECT_TRUE(e.failures.empty());
}

TEST(Race, NothingIsLookedForUnlessAsked) {
  Explored e = explore(parseProgram("T0: w x 1; T1: w x 2"), {.mode = Mode::Dpor});
  EXPECT_TRUE(e.races.empty());
}

// Figure 2.1 of paper 000, transition by transition.
TEST(Discipline, InitialisationNeedsNoLock) {
  Story story(Check::Lockset);
  story.writes(0, 1);
  story.writes(0, 2);
  EXPECT_EQ(story.unprotected(), 0u) << "exclusive";
  story.reads(1, 3);
  EXPECT_EQ(story.unprotected(), 0u) << "shared: read only since";
  story.reads(0, 4);
  EXPECT_EQ(story.unprotected(), 0u);
  story.writes(1, 5);
  EXPECT_EQ(story.unprotected(), 1u) << "shared-modified, and no lock";
  story.writes(1, 6);
  EXPECT_EQ(story.unprotected(), 0u) << "told of once";
}

TEST(Discipline, CandidatesAreTheLocksHeldAtEachAccess) {
  Story story(Check::Lockset);
  story.writes(0, 1);
  story.writes(1, 2, {kLock, kOther});
  story.writes(0, 3, {kOther});
  EXPECT_EQ(story.unprotected(), 0u) << "the second lock is left";
  size_t here = story.depth();
  story.writes(1, 4, {kLock});
  EXPECT_EQ(story.unprotected(), 1u);
  story.back(here);
  story.writes(1, 5, {kOther});
  EXPECT_EQ(story.unprotected(), 0u) << "the candidates came back";
}

// The first access of all and the last can be of one thread.
TEST(Discipline, TheTwoAccessesToldAreOfTwoThreads) {
  Story story(Check::Lockset);
  story.writes(0, 1, {kLock});
  story.reads(1, 2, {kLock});
  story.reads(2, 3, {kLock});
  story.writes(0, 4);
  ASSERT_EQ(story.unprotected(), 1u);
  EXPECT_EQ(story.lastUnprotected().first.thread, ThreadId{1});
  EXPECT_EQ(story.lastUnprotected().first.place, 2u);
  EXPECT_EQ(story.lastUnprotected().second.thread, ThreadId{0});
  EXPECT_EQ(story.lastUnprotected().second.place, 4u);
}

TEST(Discipline, ALockForReadingProtectsNoWrite) {
  const HeldFor reading{kLock.lock, true};
  Story story(Check::Lockset);
  story.writes(0, 1, {kLock});
  story.reads(1, 2, {reading});
  story.writes(0, 3, {kLock});
  EXPECT_EQ(story.unprotected(), 0u);
  story.writes(1, 4, {reading});
  EXPECT_EQ(story.unprotected(), 1u);
}

TEST(Discipline, FreedMemoryBeginsAnew) {
  Story story(Check::Lockset);
  story.writes(0, 1);
  story.writes(1, 2, {kLock});
  story.does(1, {.kind = RaceEvent::Kind::Free, .key = 0, .count = 4});
  story.writes(2, 3);
  EXPECT_EQ(story.unprotected(), 0u);
}

TEST(Discipline, CreationHandsOver) {
  Story story(Check::Lockset);
  story.writes(0, 1);
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{1}});
  story.writes(1, 2);
  EXPECT_EQ(story.unprotected(), 0u) << "T1's alone from here on";
  story.writes(1, 3);
  EXPECT_EQ(story.unprotected(), 0u);
  story.does(1, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{2}});
  story.writes(2, 4);
  EXPECT_EQ(story.unprotected(), 0u) << "and T2's";
  story.writes(1, 5);
  ASSERT_EQ(story.unprotected(), 1u) << "T1 and T2 share it";
  EXPECT_EQ(story.lastUnprotected().first.place, 4u) << "what T1 did before it created T2 is in order";
}

TEST(Discipline, WhoHandedAVariableOverSharesItIfItUsesItAgain) {
  Story story(Check::Lockset);
  story.writes(0, 1);
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{1}});
  story.writes(1, 2);
  size_t here = story.depth();
  story.does(0, {.kind = RaceEvent::Kind::Join, .thread = ThreadId{1}});
  story.writes(0, 3);
  EXPECT_EQ(story.unprotected(), 0u) << "not behind a join";
  story.back(here);
  story.writes(0, 4);
  ASSERT_EQ(story.unprotected(), 1u);
  EXPECT_EQ(story.lastUnprotected().first.place, 2u);
}

TEST(Discipline, JoinHandsOverOnceAllOthersAreJoined) {
  Story story(Check::Lockset);
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{1}});
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{2}});
  story.writes(1, 1, {kLock});
  story.writes(2, 2, {kLock});
  story.does(0, {.kind = RaceEvent::Kind::Join, .thread = ThreadId{1}});
  size_t here = story.depth();
  story.reads(0, 3);
  ASSERT_EQ(story.unprotected(), 1u) << "T2 goes on";
  EXPECT_EQ(story.lastUnprotected().first.thread, ThreadId{2}) << "T1 has ended";
  story.back(here);
  story.does(0, {.kind = RaceEvent::Kind::Join, .thread = ThreadId{2}});
  story.writes(0, 4);
  EXPECT_EQ(story.unprotected(), 0u);
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{3}});
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{4}});
  story.writes(3, 5, {kOther});
  story.writes(4, 6, {kOther});
  EXPECT_EQ(story.unprotected(), 0u) << "it begins anew: another lock may protect it";
}

// Else the accesses of who was handed it first would be taken for initialisation, and a lock of the
// others be enough.
TEST(Discipline, WhoWasHandedAVariableNeedsTheLockOfTheOthersToo) {
  Story story(Check::Lockset);
  story.writes(0, 1);
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{1}});
  story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{2}});
  story.writes(1, 2);
  story.writes(2, 3, {kLock});
  EXPECT_EQ(story.unprotected(), 1u);
}

// What broke: a variable that main had used before, was handed back by a join, and initialises for a new thread without the lock that both
// then take, was told of.
TEST(Discipline, WhoInitialisesWhatWasHandedOverNeedsNoLockBeforeTheOthersAreThere) {
  for (bool wasThere : {false, true}) {
    Story story(Check::Lockset);
    story.writes(0, 1);
    story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{1}});
    if (wasThere) // for that one it is no initialisation
      story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{2}});
    story.writes(1, 2, {kLock});
    story.does(0, {.kind = RaceEvent::Kind::Join, .thread = ThreadId{1}});
    story.writes(0, 3);
    story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{3}});
    story.writes(0, 4, {kLock});
    story.writes(wasThere ? 2 : 3, 5, {kLock});
    EXPECT_EQ(story.unprotected(), wasThere ? 1u : 0u);
  }
}

TEST(Discipline, WhatIsHandedToSeveralWhoOnlyReadNeedsNoLock) {
  Story story(Check::Lockset);
  story.writes(0, 1);
  for (uint32_t t : {1, 2})
    story.does(0, {.kind = RaceEvent::Kind::Create, .thread = ThreadId{t}});
  for (int t : {1, 2, 1, 0})
    story.reads(t, 2);
  EXPECT_EQ(story.unprotected(), 0u);
}

TEST(Discipline, NobodyIsHandedAVariableByALockOrAWakeUp) {
  for (RaceEvent::Kind kind : {RaceEvent::Kind::Hand, RaceEvent::Kind::Send}) {
    Story story(Check::Lockset);
    story.writes(0, 1);
    story.does(0, {.kind = kind, .thread = ThreadId{1}, .key = 7});
    story.does(1, {.kind = RaceEvent::Kind::Receive, .key = 7});
    story.writes(1, 2);
    EXPECT_EQ(story.unprotected(), 1u);
  }
}

TEST(Discipline, NeighboursInAWordAreApart) {
  Story story(Check::Lockset);
  for (int t : {0, 1, 0}) {
    story.access(t, {.writes = 0x0F, .key = 1, .place = 1}, {kLock});
    story.access(t, {.writes = 0xF0, .key = 1, .place = 2}, {kOther});
    EXPECT_EQ(story.unprotected(), 0u);
  }
}

TEST(Discipline, IsCheckedInEverySchedule) {
  // Paper 000, figure 2.2: only if T1 comes first does it write without the lock.
  SearchOptions options{.mode = Mode::ExitBlockRw, .check = Check::Lockset, .keepGoing = true};
  Explored e = explore(parseProgram("T0: lock m, w x 1, unlock m; T1: w x 2"), options);
  EXPECT_EQ(e.unprotected.size(), 1u);
  e = explore(parseProgram("T0: lock m, w x 1, unlock m; T1: lock m, w x 2, unlock m"), options);
  EXPECT_TRUE(e.unprotected.empty());
}

} // namespace
} // namespace xblock::test

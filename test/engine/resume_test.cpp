//===- resume_test.cpp - searches that go on from where they were saved -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The oracle is the search itself, uninterrupted: it runs the same blocks in the same order, and says the same, as one that
// was saved at random moments and gone on with, each time in a new search of a new world.
//===------------------------------------------------------------------------------------------------===//
#include "explore.h"
#include "support/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace xblock::test {
namespace {

/// A ModelWorld that keeps what it was asked to run, and now and then asks for the search to be saved.
class LoggingWorld : public ModelWorld {
public:
  LoggingWorld(const Program &program, std::mt19937_64 *rng, uint64_t rarity)
      : ModelWorld(program), rng_(rng), rarity_(rarity) {}

  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override {
    if (log.size() == interruptAt)
      interrupted = 1;
    ModelWorld::run(t, choices, out);
    std::vector<uint16_t> taken;
    for (const Decision &d : out.decisions)
      taken.push_back(d.taken);
    log.push_back({t, taken, out.ending});
    if (rng_ && (*rng_)() % rarity_ == 0)
      due = true;
  }

  struct Ran {
    ThreadId thread{};
    std::vector<uint16_t> choices;
    Ending ending{};
    friend bool operator==(const Ran &, const Ran &) = default;
  };
  std::vector<Ran> log;
  std::atomic<bool> due = false;
  size_t interruptAt = std::numeric_limits<size_t>::max(); ///< the search is to end, from this block on
  std::atomic<uint32_t> interrupted = 0;

private:
  std::mt19937_64 *rng_;
  uint64_t rarity_;
};

struct SavedAt {
  std::string state;
  size_t ran = 0;
};

void print(std::ostream &out, const Boundaries &b) {
  out << " edges";
  for (const LockEdge &e : b.edges)
    out << ' ' << e.held.id << '>' << e.wanted.id;
  out << " places";
  for (uint32_t p : b.places)
    out << ' ' << p;
  out << " locks";
  for (Resource r : b.locks)
    out << ' ' << static_cast<int>(r.kind) << '/' << r.id;
  out << '\n';
}
void print(std::ostream &out, const FoundFailure &f) {
  out << f.failure.key << ' ' << f.failure.message << ' ' << index(f.failure.thread) << ' ' << print(f.schedule) << ' '
      << f.foundAt << ' ' << f.count;
  print(out, f.boundaries);
}
void print(std::ostream &out, const FoundAccess &a) {
  out << index(a.thread) << '@' << a.place << (a.writes ? 'w' : 'r') << a.atomic;
  for (const HeldFor &h : a.locks)
    out << ' ' << h.lock.id << h.shared;
  out << "; ";
}
/// Everything.
std::string text(const SearchResult &r) {
  std::ostringstream out;
  out << r.schedules << ' ' << r.blocks << ' ' << r.redundant << ' ' << r.rounds << ' ' << r.aborted << ' ' << r.triedLocks
      << ' ' << r.stoppedAtFailure << r.scheduleLimit << r.stopped << ' ' << r.branchesLeft << ' ' << r.beyondBound << ' '
      << r.cutSchedules << ' ' << r.hopelessSchedules << r.unsupported.has_value();
  print(out, r.boundaries);
  for (const FoundFailure &f : r.failures)
    print(out, f);
  for (const PossibleDeadlock &p : r.possibleDeadlocks) {
    for (size_t i = 0; i < p.chain.threads.size(); ++i)
      out << index(p.chain.threads[i]) << '/' << p.chain.locks[i].id << ' ';
    out << print(p.schedule) << ' ' << p.foundAt << ' ' << p.count << '\n';
  }
  for (const auto *races : {&r.races, &r.unprotected})
    for (const FoundRace &f : *races) {
      print(out, f.first);
      print(out, f.second);
      out << f.key << ' ' << int{f.bytes} << ' ' << print(f.schedule) << ' ' << f.foundAt << '\n';
    }
  if (r.sampled)
    out << r.sampled->schedules << ' ' << r.sampled->distinct << ' ' << r.sampled->classes << r.sampled->atLeast << '\n';
  return out.str();
}

/// What a search is asked and told beside its result: how much is left, as it goes.
struct Followed {
  std::string result;
  std::vector<double> estimates;
};

class Search {
public:
  Search(const Program &program, const SearchOptions &options, std::mt19937_64 *rng, uint64_t rarity)
      : world(program, rng, rarity), options_(options) {
    options_.interrupted = &world.interrupted;
    observer_.due = [] { return true; };
    observer_.progressed = [this](const SearchProgress &now) { estimates.push_back(now.estimatedTotal); };
    observer_.saveDue = &world.due;
    observer_.save = [this](const std::string &state) {
      world.due = false;
      saves.push_back({state, world.log.size()});
    };
  }
  std::string run() {
    SearchResult result = search(world, options_, observer_);
    stopped = result.stopped;
    return text(result);
  }
  std::string goOn(const std::string &state) {
    auto result = resume(world, options_, observer_, state);
    stopped = result && result->stopped;
    return result ? text(*result) : "another program";
  }

  LoggingWorld world;
  std::vector<double> estimates;
  std::vector<SavedAt> saves;
  bool stopped = false;

private:
  SearchOptions options_;
  SearchObserver observer_;
};

template <typename T> bool endsWith(const std::vector<T> &all, const std::vector<T> &end, size_t from) {
  return all.size() >= end.size() - from &&
         std::equal(end.begin() + static_cast<std::ptrdiff_t>(from), end.end(), all.end() - static_cast<std::ptrdiff_t>(end.size() - from));
}

struct Tally {
  int programs = 0;
  uint64_t saves = 0, inLaterRounds = 0;
};

/// Searches `count` programs; goes on from up to 4 of the moments where each was saved, and once more from a moment of that
/// search, and so on.
Tally fuzz(uint64_t seed, int count, Flavour flavour, SearchOptions options) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  std::mt19937_64 rng(seed);
  Tally tally;
  options.keepGoing = true;
  options.maxSchedules = options.sampling ? 60 : 3'000;
  for (int i = 0; i < count * (times ? std::atoi(times) : 1); ++i) {
    std::string source = randomProgramText(rng, flavour);
    Program program = parseProgram(source);
    Search plain(program, options, nullptr, 1);
    std::string expected = plain.run();
    Search saved(program, options, &rng, std::max<uint64_t>(1, plain.world.log.size() / 6));
    EXPECT_EQ(saved.run(), expected) << "saving changed the search\n" << source;
    EXPECT_EQ(saved.world.log, plain.world.log);
    ++tally.programs;
    for (int k = 0; k < 4 && !saved.saves.empty(); ++k) {
      SavedAt from = saved.saves[rng() % saved.saves.size()];
      for (int again = 0; again < 3; ++again) {
        ++tally.saves;
        Search next(program, options, &rng, std::max<uint64_t>(1, (plain.world.log.size() - from.ran) / 3));
        std::string result = next.goOn(from.state);
        EXPECT_EQ(result, expected) << name(options.mode) << " went on otherwise\n" << source;
        size_t left = plain.world.log.size() - from.ran;
        EXPECT_TRUE(endsWith(next.world.log, plain.world.log, from.ran)) << "other blocks\n" << source;
        EXPECT_TRUE(std::equal(next.estimates.begin(), next.estimates.end(), plain.estimates.end() - static_cast<std::ptrdiff_t>(next.estimates.size())))
            << "other estimates\n" << source;
        EXPECT_EQ(next.world.snapshots(), 0U);
        if (testing::Test::HasFailure())
          return tally;
        // Blocks that were executed again to get there come first.
        size_t first = next.world.log.size() - left;
        std::erase_if(next.saves, [&](const SavedAt &s) { return s.ran < first; });
        if (next.saves.empty())
          break;
        const SavedAt &later = next.saves[rng() % next.saves.size()];
        from = {later.state, from.ran + (later.ran - first)};
      }
    }
  }
  return tally;
}

constexpr Mode kModes[] = {Mode::ExitBlock, Mode::ExitBlockRw, Mode::ExitBlockDd, Mode::ExitBlockRwDd, Mode::Sleep, Mode::Dpor};

class Resume : public testing::TestWithParam<Mode> {
protected:
  void exact(uint64_t seed, Flavour flavour, SearchOptions options = {.check = Check::Lockset}) {
    options.mode = GetParam();
    Tally tally = fuzz(seed, 150, flavour, options);
    EXPECT_GT(tally.saves, 150U);
  }
};

TEST_P(Resume, FromLocksAndConditions) { exact(1, {}); }
TEST_P(Resume, FromThreadsAndBranches) { exact(2, {.dynamic = true, .branches = true}); }
TEST_P(Resume, FromFailures) { exact(3, {.dynamic = true, .checks = true}); }
TEST_P(Resume, FromRaces) { exact(4, {.races = true, .branches = true}); }
TEST_P(Resume, FromAtomics) { exact(5, {.atomics = true, .races = true, .checks = true}); }
TEST_P(Resume, FromTryLocksAndReaderWriterLocks) { exact(6, {.tries = true, .rwLocks = true, .writersFirst = true}); }
TEST_P(Resume, FromTimedWaitsAndBarriers) {
  exact(7, {.dynamic = true, .branches = true, .tries = true, .timed = true, .rwLocks = true, .barriers = true, .chains = true});
}
TEST_P(Resume, FromFourThreads) { exact(8, {.maxThreads = 4}); }
TEST_P(Resume, FromLockChains) { exact(9, {.chains = true}); }
TEST_P(Resume, WithoutChecks) { exact(10, {.dynamic = true, .races = true}, {}); }
TEST_P(Resume, WithFewBlocks) { exact(11, {.dynamic = true, .branches = true}, {.check = Check::Race, .maxBlocks = 3}); }

INSTANTIATE_TEST_SUITE_P(Modes, Resume, testing::ValuesIn(kModes), [](const auto &mode) {
  std::string text = name(mode.param);
  std::erase(text, '-');
  return text;
});

TEST(ResumeDpor, WithinABoundOnPreemptions) {
  for (uint64_t bound : {0, 1, 2})
    EXPECT_GT(fuzz(20 + bound, 150, {.dynamic = true, .races = true}, {.mode = Mode::Dpor, .check = Check::Race, .preemptions = bound}).saves, 150U);
}
TEST(ResumeDpor, WithinABoundOnDelays) {
  for (uint64_t bound : {0, 1, 2})
    EXPECT_GT(fuzz(25 + bound, 150, {.dynamic = true, .races = true}, {.mode = Mode::Dpor, .check = Check::Race, .delays = bound}).saves, 100U);
}
TEST(ResumeDpor, WatchingStarvation) {
  for (uint64_t limit : {0, 1, 3})
    EXPECT_GT(fuzz(30 + limit, 150, {.dynamic = true, .branches = true}, {.mode = Mode::Dpor, .check = Check::Race, .starvation = limit}).saves, 150U);
}
TEST(ResumeDpor, WithinMarks) {
  EXPECT_GT(fuzz(40, 150, {.dynamic = true}, {.mode = Mode::Dpor, .startsOutside = true}).programs, 100);
}

/// Each search of 5 schedules goes on from the last; all together are the whole.
TEST(ResumeLimits, SchedulesByFives) {
  for (Mode mode : kModes) {
    std::mt19937_64 rng(50);
    for (int i = 0; i < 100; ++i) {
      Program program = parseProgram(randomProgramText(rng, {.dynamic = true, .races = true, .chains = true}));
      SearchOptions options{.mode = mode, .check = Check::Race, .keepGoing = true, .maxSchedules = 1'000};
      Search plain(program, options, nullptr, 1);
      std::string expected = plain.run(), result, state;
      for (uint64_t limit = 5;; limit += 5) {
        options.maxSchedules = std::min<uint64_t>(limit, 1'000);
        Search part(program, options, nullptr, 1);
        result = state.empty() ? part.run() : part.goOn(state);
        if (part.saves.empty() || limit >= 1'000)
          break;
        ASSERT_EQ(part.saves.size(), 1U);
        state = part.saves[0].state;
      }
      ASSERT_EQ(result, expected) << name(mode);
    }
  }
}

/// Interrupted at random blocks, and gone on with each time: a part says that something is left, or what the whole says.
TEST(ResumeInterrupted, AtAnyBlock) {
  for (Mode mode : kModes) {
    std::mt19937_64 rng(60);
    int interrupts = 0;
    for (int i = 0; i < 150; ++i) {
      std::string source = randomProgramText(rng, {.dynamic = true, .races = true, .branches = true, .tries = true, .timed = true, .chains = true});
      Program program = parseProgram(source);
      SearchOptions options{.mode = mode, .check = Check::Race, .keepGoing = true, .maxSchedules = 1'000};
      Search plain(program, options, nullptr, 1);
      std::string expected = plain.run(), result, state;
      for (int part = 0;; ++part) {
        Search next(program, options, nullptr, 1);
        if (part < 10)
          next.world.interruptAt = rng() % (plain.world.log.size() / 2 + 1);
        result = state.empty() ? next.run() : next.goOn(state);
        ASSERT_TRUE(next.stopped || result == expected) << name(mode) << " is done too early\n" << source;
        if (!next.stopped)
          break;
        ASSERT_EQ(next.saves.size(), 1U) << name(mode) << '\n' << source;
        state = next.saves[0].state;
        ++interrupts;
      }
      ASSERT_EQ(result, expected) << name(mode) << '\n' << source;
    }
    EXPECT_GT(interrupts, 100) << name(mode);
  }
}

constexpr PolicyKind kPolicies[] = {PolicyKind::Random, PolicyKind::Pct, PolicyKind::Pos, PolicyKind::Surw};

/// Schedules by chance, at random moments, with what was seen and learned until then.
TEST(ResumeSampling, AtAnySchedule) {
  for (PolicyKind policy : kPolicies) {
    SearchOptions options{.mode = Mode::Dpor, .check = Check::Lockset};
    options.sampling = {.policy = policy, .seed = 3, .depth = 4};
    EXPECT_GT(fuzz(70, 100, {.dynamic = true, .checks = true, .branches = true}, options).saves, 100U) << name(policy);
    EXPECT_GT(fuzz(71, 100, {.races = true, .tries = true, .timed = true, .rwLocks = true}, options).saves, 100U) << name(policy);
  }
}

/// Interrupted in any block, it ends with the schedule; by fives, each part goes on from the one before. All together are the whole.
TEST(ResumeSampling, InterruptedAndByFives) {
  for (PolicyKind policy : kPolicies) {
    std::mt19937_64 rng(72);
    int interrupts = 0;
    for (int i = 0; i < 60; ++i) {
      Program program = parseProgram(randomProgramText(rng, {.dynamic = true, .races = true, .chains = true}));
      SearchOptions options{.mode = Mode::Dpor, .check = Check::Race, .keepGoing = true, .maxSchedules = 50};
      options.sampling = {.policy = policy, .seed = static_cast<uint64_t>(i)};
      Search plain(program, options, nullptr, 1);
      std::string expected = plain.run(), result, state;
      for (uint64_t limit = 5; limit <= 50; limit += 5) {
        options.maxSchedules = limit;
        Search part(program, options, nullptr, 1);
        part.world.interruptAt = i % 2 ? rng() % (plain.world.log.size() / 5) : part.world.interruptAt;
        result = state.empty() ? part.run() : part.goOn(state);
        ASSERT_EQ(part.saves.size(), 1U);
        state = part.saves[0].state;
        if (part.stopped) {
          ++interrupts;
          limit -= 5;
        }
      }
      ASSERT_EQ(result, expected) << name(policy);
    }
    EXPECT_GT(interrupts, 30) << name(policy);
  }
}

/// The first schedule of the round is run again, and touches another variable.
TEST(ResumeSampling, RefusesAnotherProgram) {
  std::string source = "T0: lock m, w x 1, unlock m, lock m, w y 1, unlock m\nT1: lock m, w x 2, unlock m, lock m, w y 2, unlock m";
  Program program = parseProgram(source);
  SearchOptions options{.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 3};
  options.sampling = Sampling{};
  Search whole(program, options, nullptr, 1);
  whole.run();
  ASSERT_EQ(whole.saves.size(), 1U);
  Program same = program;
  EXPECT_NE(Search(same, options, nullptr, 1).goOn(whole.saves[0].state), "another program");
  for (const char *other : {"w z 1", "w x 1, w z 1"}) {
    std::string text = source;
    Program changed = parseProgram(text.replace(text.find("w x 1"), 5, other));
    EXPECT_EQ(Search(changed, options, nullptr, 1).goOn(whole.saves[0].state), "another program") << other;
  }
}

/// A search is not gone on with in a program that does something else: here its first block, which the schedule to go on with
/// has, touches another variable.
TEST(ResumeDpor, RefusesAnotherProgram) {
  std::string source = "T0: lock m, w x 1, unlock m, lock m, w y 1, unlock m\nT1: lock m, w x 2, unlock m, lock m, w y 2, unlock m";
  Program program = parseProgram(source);
  SearchOptions options{.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 2};
  Search whole(program, options, nullptr, 1);
  whole.run();
  ASSERT_EQ(whole.saves.size(), 1U);
  Program other = parseProgram(source.replace(source.find("w x 1"), 5, "w z 1"));
  EXPECT_EQ(Search(other, options, nullptr, 1).goOn(whole.saves[0].state), "another program");
}

} // namespace
} // namespace xblock::test

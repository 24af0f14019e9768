//===- coverage_test.cpp - which interruptions schedules had ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "fuzz.h"
#include "sampled.h"

#include "engine/coverage.h"
#include "engine/deadlock.h"
#include "engine/live_threads.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace xblock::test {
namespace {

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

/// Stacks and trails that a test makes.
class MadePlaces : public Places {
public:
  /// Functions, innermost first; the place in each is its number, but for those given.
  uint32_t stack(std::vector<uint32_t> functions, std::vector<uint64_t> places = {}) {
    std::vector<StandsIn> all;
    for (size_t i = 0; i < functions.size(); ++i)
      all.push_back({functions[i], i < places.size() ? places[i] : functions[i]});
    stacks_.push_back(all);
    return static_cast<uint32_t>(stacks_.size());
  }
  uint32_t trail(Trail trail) {
    trails_.push_back(std::move(trail));
    return static_cast<uint32_t>(trails_.size());
  }
  const Trail &trail(uint32_t number) override { return trails_[number - 1]; }
  std::span<const StandsIn> functions(uint32_t stack) override { return stacks_[stack - 1]; }

private:
  std::vector<std::vector<StandsIn>> stacks_;
  std::vector<Trail> trails_;
};

constexpr ThreadId kD{0}, kF{1}, kG{2};
constexpr uint32_t kA = 1, kB = 2, kC = 3, kMain = 9;

class CoverageTest : public testing::Test {
protected:
  /// A block of t, at whose end it stands in these functions, innermost first; none: it has ended.
  void block(ThreadId t, std::vector<uint32_t> functions, std::vector<uint64_t> at = {}) {
    Outcome out;
    out.ending = functions.empty() ? Ending::Death : Ending::Exit;
    out.trail = places_.trail(
        {.stack = functions.empty() ? 0 : places_.stack(std::move(functions), std::move(at))});
    coverage_.append(t, out);
  }
  Covered::Function of(uint32_t f) const {
    const auto &all = coverage_.covered().functions;
    return f < all.size() ? all[f] : Covered::Function();
  }

  MadePlaces places_;
  Coverage coverage_{places_, {}};
};

// D is left in A, while F runs; in B it is not.
TEST_F(CoverageTest, OfModel1TellsWhatWasInterruptedAndWhatWasNot) {
  block(kD, {kA, kMain});
  block(kF, {kC});
  block(kD, {kB, kMain});
  block(kD, {});
  coverage_.endSchedule();
  EXPECT_TRUE(of(kA).interrupted);
  EXPECT_FALSE(of(kA).ranThrough);
  EXPECT_FALSE(of(kB).interrupted);
  EXPECT_TRUE(of(kB).ranThrough);
  EXPECT_FALSE(of(kMain).seen);    // never the innermost
  EXPECT_TRUE(of(kC).interrupted); // F is left there for good
  EXPECT_FALSE(of(kC).ranThrough);
}

// Until D goes on: F in C, and G in D's own function A; not what F does later, and not what D does.
TEST_F(CoverageTest, OfModel2TellsWhatOthersExecutedBeforeTheThreadWentOn) {
  block(kD, {kA});
  block(kF, {kC});
  block(kG, {kA});
  block(kD, {});
  block(kF, {kB});
  coverage_.endSchedule();
  EXPECT_TRUE(coverage_.covered().hasPair(kA, kC));
  EXPECT_TRUE(coverage_.covered().hasPair(kA, kA));
  // <A, B> is of G, which stood in A as F went from C to B; <C, A> and <C, C> of no one but F,
  // while D and G ran: D stood in A.
  EXPECT_EQ(coverage_.covered().pairs, (Pairs{{kA, kA}, {kA, kB}, {kA, kC}, {kC, kA}}));
}

// What F executes in a block is where it stood before, too: it goes on from there.
TEST_F(CoverageTest, CountsWhereABlockBegins) {
  block(kF, {kC});
  block(kD, {kA});
  block(kF, {kB});
  coverage_.endSchedule();
  EXPECT_TRUE(coverage_.covered().hasPair(kA, kC));
  EXPECT_TRUE(coverage_.covered().hasPair(kA, kB));
}

// A calls B, and is in it at two boundaries, between which F comes: the stay in B is interrupted at
// one of them.
TEST_F(CoverageTest, TakesBoundariesOfOneStayTogether) {
  block(kD, {kB, kA}, {1, 7});
  block(kF, {kC});
  block(kD, {kB, kA}, {2, 7});
  block(kD, {kA});
  coverage_.endSchedule();
  EXPECT_TRUE(of(kB).interrupted);
  EXPECT_FALSE(of(kB).ranThrough);
}

// The same, but A calls B from two places: two stays.
TEST_F(CoverageTest, TellsStaysApartByTheCallsThatLedThere) {
  block(kD, {kB, kA}, {1, 7});
  block(kF, {kC});
  block(kD, {kB, kA}, {1, 8});
  block(kD, {kA});
  coverage_.endSchedule();
  EXPECT_TRUE(of(kB).interrupted);
  EXPECT_TRUE(of(kB).ranThrough);
}

TEST_F(CoverageTest, OfWholeStacksCountsCallersToo) {
  Coverage whole(places_, {.wholeStack = true});
  auto add = [&](ThreadId t, std::vector<uint32_t> functions) {
    Outcome out;
    out.ending = functions.empty() ? Ending::Death : Ending::Exit;
    out.trail =
        places_.trail({.stack = functions.empty() ? 0 : places_.stack(std::move(functions))});
    whole.append(t, out);
  };
  add(kD, {kA, kMain});
  add(kF, {kC});
  add(kD, {kMain});
  add(kD, {});
  whole.endSchedule();
  EXPECT_TRUE(whole.covered().functions[kMain].interrupted);
  EXPECT_FALSE(whole.covered()
                   .functions[kMain]
                   .ranThrough); // though it went on alone from the second boundary
  EXPECT_TRUE(whole.covered().hasPair(kMain, kC));
  EXPECT_TRUE(whole.covered().hasPair(kA, kC));
}

// Where main stands as the search begins can be left too.
TEST_F(CoverageTest, KnowsWhereTheSearchBegan) {
  coverage_.begin(kD, places_.stack({kMain}));
  block(kF, {kC});
  block(kD, {});
  coverage_.endSchedule();
  EXPECT_TRUE(of(kMain).interrupted);
  EXPECT_EQ(coverage_.covered().pairs, (Pairs{{kMain, kC}, {kC, kMain}}));
  coverage_.truncate(0);
  block(kD, {});
  coverage_.endSchedule();
  EXPECT_TRUE(of(kMain).ranThrough);
}

TEST_F(CoverageTest, ForgetsWhatWasTakenBack) {
  block(kD, {kA});
  block(kF, {kC});
  coverage_.truncate(1);
  block(kD, {});
  coverage_.endSchedule();
  EXPECT_FALSE(of(kA).interrupted);
  EXPECT_TRUE(of(kA).ranThrough);
  EXPECT_FALSE(of(kC).seen);
  EXPECT_EQ(coverage_.withoutMarks(), 0u);
  coverage_.endSchedule();
  coverage_.endSchedule();
  EXPECT_EQ(coverage_.withoutMarks(), 2u);
  EXPECT_EQ(coverage_.withoutPairs(), 2u);
}

// F's block takes the lock and gives it back while D, whose next block takes it first of all,
// stands before it: in the middle of F's D would have waited.
TEST_F(CoverageTest, OfLocksTellsWhoWouldHaveWaited) {
  constexpr Resource kLock{ResourceKind::Mutex, 1};
  uint32_t inD = places_.stack({kA}), inF = places_.stack({kB});
  Outcome out;
  out.wanted = out.acquired = {kLock};
  block(kD, {kC});
  out.trail = places_.trail({.stack = inF, .acquired = {{kLock, inF}}});
  coverage_.append(kF, out);
  out.trail = places_.trail({.stack = inD, .acquired = {{kLock, inD}}});
  coverage_.append(kD, out);
  coverage_.endSchedule();
  EXPECT_EQ(coverage_.covered().taken, (std::set{inD, inF}));
  EXPECT_EQ(coverage_.covered().waited, std::set{inD});
  EXPECT_EQ(coverage_.covered().waitedFor, std::set{inF});
}

// Readers keep a writer out, and it them; they do not wait for each other.
TEST_F(CoverageTest, OfReaderWriterLocksTellsWhoKeepsWhomOut) {
  constexpr Resource kWriter{ResourceKind::RwLock, 1}, kReaders{ResourceKind::RwReaders, 1};
  auto reads = [&](ThreadId t, uint32_t at) {
    Outcome out;
    out.wanted = {kWriter};
    out.trail = places_.trail({.stack = at, .acquired = {{kReaders, at}}});
    coverage_.append(t, out);
  };
  uint32_t one = places_.stack({kA}), two = places_.stack({kB}), writes = places_.stack({kC});
  reads(kD, one);
  reads(kF, two);
  coverage_.endSchedule();
  EXPECT_TRUE(coverage_.covered().waited.empty());
  Outcome out;
  out.wanted = {kWriter, kReaders};
  out.trail = places_.trail({.stack = writes, .acquired = {{kWriter, writes}}});
  coverage_.append(kG, out);
  coverage_.endSchedule();
  EXPECT_EQ(coverage_.covered().waited, std::set{writes});
  EXPECT_EQ(coverage_.covered().waitedFor, (std::set{one, two}));
}

TEST_F(CoverageTest, OfLocksTellsWhoseAttemptWaited) {
  constexpr Resource kLock{ResourceKind::Mutex, 1};
  uint32_t inD = places_.stack({kA}), inF = places_.stack({kB});
  Outcome out;
  out.trail = places_.trail({.stack = inF, .acquired = {{kLock, inF}}});
  coverage_.append(kF, out);
  Outcome attempt;
  attempt.ending = Ending::Blocked;
  attempt.blockedOn = kLock;
  attempt.trail = places_.trail({.stack = inD});
  coverage_.blocked(attempt);
  EXPECT_EQ(coverage_.covered().waited, std::set{inD});
  EXPECT_EQ(coverage_.covered().waitedFor, std::set{inF});
}

/// Each thread is in function 1 + its number, which calls another at every second operation.
class PlacesOfModel : public Places {
public:
  static uint32_t number(int t, int position) {
    return static_cast<uint32_t>(1 + t * 100 + position);
  }
  const Trail &trail(uint32_t number) override {
    return trails_.try_emplace(number, Trail{number, {}}).first->second;
  }
  std::span<const StandsIn> functions(uint32_t stack) override {
    uint32_t t = (stack - 1) / 100, position = (stack - 1) % 100;
    auto &all = stacks_[stack];
    all = {{10 + t * 50 + position / 2, position}, {1 + t, 1000 + position / 2}};
    return all;
  }

private:
  std::map<uint32_t, Trail> trails_;
  std::map<uint32_t, std::vector<StandsIn>> stacks_;
};

class ModelWorldWithTrails : public ModelWorld {
public:
  using ModelWorld::ModelWorld;
  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override {
    ModelWorld::run(t, choices, out);
    int i = static_cast<int>(index(t));
    out.trail = PlacesOfModel::number(i, state().position(i));
  }
};

/// Every order of the blocks, one after the other.
class AllOrders {
public:
  AllOrders(World &world, Coverage &coverage, uint64_t most)
      : world_(world), coverage_(coverage), left_(most) {}

  /// False if there are more.
  bool run() {
    LiveThreads live;
    live.ready = world_.initial();
    from(live, 0);
    return left_ > 0;
  }

private:
  void from(const LiveThreads &live, size_t depth) {
    bool moved = false;
    for (ThreadId t : live.ready) {
      std::vector<uint16_t> choices;
      for (bool more = true; more && left_;) {
        SnapshotId here = world_.save();
        Outcome out;
        world_.run(t, choices, out);
        more = nextChoices(out.decisions, choices);
        if (out.ending != Ending::Blocked) {
          moved = true;
          coverage_.append(t, out);
          LiveThreads next = live;
          next.executed(t, out);
          if (out.ending == Ending::Failed || out.ending == Ending::ProcessEnd)
            end();
          else
            from(next, depth + 1);
          coverage_.truncate(depth);
        }
        world_.restore(here);
        world_.discard(here);
      }
    }
    if (!moved && left_)
      end();
  }
  void end() {
    coverage_.endSchedule();
    --left_;
  }

  World &world_;
  Coverage &coverage_;
  uint64_t left_;
};

std::string told(const Covered &covered) {
  std::string text;
  for (uint32_t f = 0; f < covered.functions.size(); ++f)
    if (covered.functions[f].seen)
      text += std::to_string(f) + (covered.functions[f].interrupted ? "i" : "-") +
              (covered.functions[f].ranThrough ? "r " : "- ");
  for (auto [a, b] : covered.pairs)
    text += "<" + std::to_string(a) + "," + std::to_string(b) + "> ";
  return text;
}

// The schedules that dpor runs, and those that are equivalent to one, are all there are: the same
// is covered as by every order of the same blocks. Programs without time-outs (here no time passes)
// and with at most 2,000 orders.
TEST(CoverageOfSearch, IsThatOfEveryOrder) {
  const char *times = std::getenv("XBLOCK_FUZZ");
  const int kPrograms = 15 * (times ? std::atoi(times) : 1);
  int compared = 0, fewer = 0;
  for (const Kind &kind : kinds()) {
    if (kind.flavour.timed)
      continue;
    std::mt19937_64 rng(5);
    for (int i = 0; i < kPrograms; ++i) {
      std::string text = randomProgramText(rng, kind.flavour);
      Program program = parseProgram(text);
      for (bool whole : {false, true}) {
        PlacesOfModel places;
        Coverage searched(places, {.wholeStack = whole, .closes = true}),
            every(places, {.wholeStack = whole});
        SearchOptions options{.mode = Mode::Dpor, .keepGoing = true, .maxSchedules = 2000};
        options.coverage = &searched;
        ModelWorldWithTrails world(program);
        SearchResult result = search(world, options);
        if (result.scheduleLimit)
          continue;
        ModelWorldWithTrails again(program);
        again.endBlocksAt(result.boundaries);
        AllOrders orders(again, every, 2000);
        if (!orders.run())
          continue;
        ++compared;
        fewer += result.schedules < every.schedules();
        ASSERT_EQ(told(searched.covered()), told(every.covered()))
            << kind.name << (whole ? ", whole stacks" : "") << ":\n"
            << text;
      }
    }
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(fewer, compared / 2);
}

// T0 stands in three functions between its five operations, T1 in two: each is interrupted as soon
// as it is seen, and then no more.
TEST(CoverageDirectedNoise, InterruptsEachFunctionAndThenNone) {
  Program program =
      parseProgram("T0: aw x 1, aw x 2, aw x 3, aw x 4, aw x 5\nT1: aw y 1, aw y 2, aw y 3");
  for (NoiseKind kind :
       {NoiseKind::Sleep, NoiseKind::Yield, NoiseKind::Priority, NoiseKind::Mixed}) {
    PlacesOfModel places;
    Coverage coverage(places, {});
    SearchOptions options =
        sampling({.policy = PolicyKind::Noise,
                  .noise = {.kind = kind, .strength = 1, .decision = NoiseDecision::Interrupted},
                  .coverage = &coverage},
                 100);
    options.coverage = &coverage;
    ModelWorldWithTrails world(program);
    SearchResult result = search(world, options);
    for (const Covered::Function &f : coverage.covered().functions)
      EXPECT_TRUE(!f.seen || f.interrupted) << name(kind);
    EXPECT_GE(coverage.withoutMarks(), 90u) << name(kind); // and the last of them are all the same
    EXPECT_LE(result.sampled->distinct, 8u) << name(kind);
  }
}

// The events at which a pair is not covered are at p + (1 - p) / 2: with p = 0 half of them. T0 is
// left after its first write, in schedule 1, with 1/2; nothing is covered then. That is the share
// over seeds.
TEST(CoverageDirectedNoise, IsHalfwayToCertainWhereAPairIsNotCovered) {
  Program program = parseProgram("T0: aw x 1, aw x 2\nT1: ar x L, aw r L");
  const auto r =
      static_cast<size_t>(std::find(program.variables.begin(), program.variables.end(), "r") -
                          program.variables.begin());
  constexpr uint64_t kSeeds = 4000;
  for (uint64_t percent : {0, 40}) {
    uint64_t found = 0;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      PlacesOfModel places;
      Coverage coverage(places, {});
      // That a thread stands in a function is known once a schedule has ended; T1 stands nowhere
      // before its first block.
      SearchOptions options = sampling({.policy = PolicyKind::Noise,
                                        .seed = seed,
                                        .noise = {.kind = NoiseKind::Yield,
                                                  .percent = percent,
                                                  .decision = NoiseDecision::Pairs},
                                        .coverage = &coverage},
                                       1);
      options.coverage = &coverage;
      coverage.begin(ThreadId{1}, PlacesOfModel::number(1, 0));
      ModelWorldWithTrails world(program);
      SearchObserver observer{[&] { found += world.state().shared()[r] == 1; }};
      search(world, options, observer);
    }
    const double p = (1 + static_cast<double>(percent) / 100) / 2;
    EXPECT_NEAR(static_cast<double>(found) / kSeeds, p, deviation(p, kSeeds)) << percent;
  }
}

} // namespace
} // namespace xblock::test

//===- search.h - the search of schedules -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Runs a World under every schedule of its mode, depth first, or under some by chance (engine/sampling.h), and says what was
// found. Knows no OS, fiber or file.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/lock_chain.h"
#include "engine/race_checks.h"
#include "engine/sampling.h"
#include "engine/trace.h"
#include "engine/world.h"
#include "support/schedule.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace xblock {

class Coverage;

enum class Mode : uint8_t {
  ExitBlock,   ///< paper 001, sections 4.4 and 4.5, with a delayed set
  ExitBlockRw, ///< paper 001, section 5, as published
  ExitBlockDd, ///< ExitBlock with reverse lock chain analysis (section 6)
  ExitBlockRwDd, ///< the same of ExitBlockRw
  Sleep,       ///< ExitBlockRw whose conflicts include locks and condition variables, with boundary
               ///< refinement
  Dpor,        ///< optimal DPOR over blocks, with boundary refinement
};
/// "exitblock", "exitblock-rw", "exitblock-dd", "exitblock-rwdd", "sleep", "dpor": as on the command
/// line.
const char *name(Mode mode);

struct SearchOptions {
  Mode mode = Mode::ExitBlockRw;
  Check check = Check::None;
  bool keepGoing = false; ///< go on after the first failing schedule
  uint64_t maxSchedules = std::numeric_limits<uint64_t>::max(); ///< stop after so many
  bool startsOutside = false; ///< as Outcome::outside, of the state that the search begins in
  uint64_t maxBlocks = std::numeric_limits<uint64_t>::max(); ///< of one thread in one schedule: cut
                                                             ///< the schedule there
  /// Dpor: schedules with more switches away from a thread that could go on are not run.
  uint64_t preemptions = std::numeric_limits<uint64_t>::max();
  /// Dpor: schedules that take more delays are not run, and all others are (M. Emmi, S. Qadeer, Z. Rakamaric, "Delay-Bounded
  /// Scheduling", POPL 2011). The scheduler runs a thread on as long as it can, and then the next one by number; a delay skips one that
  /// could go on. No partial order reduction: equivalent schedules take different numbers of delays.
  uint64_t delays = std::numeric_limits<uint64_t>::max();
  /// Dpor: a thread that could run for more blocks of others than this is a failure of the schedule,
  /// which goes on.
  uint64_t starvation = std::numeric_limits<uint64_t>::max();
  std::function<bool()> stop = {}; ///< asked after each schedule: whether to end the search
  /// Not 0: the search is to end where it can be gone on with, with Dpor before the next block, else after the schedule.
  const std::atomic<uint32_t> *interrupted = nullptr;
  Coverage *coverage = nullptr; ///< told of the schedules, if it is not null
  std::optional<Sampling> sampling = {}; ///< schedules by chance instead of all of a mode; `mode`, `preemptions` and
                                         ///< `starvation` are then of no effect
};

/// A schedule that fails in the same way as one that was found, with as few switches as could be found (engine/shortest.h).
struct Shortest {
  Schedule schedule;
  uint64_t switches = 0; ///< places in it where the next block is another thread's
  uint64_t atLeast = 0;  ///< with fewer switches than this no schedule fails so; if it is `switches`, none is shorter
  bool fewest() const { return atLeast >= switches; }
};

/// What may be run to make failing schedules shorter.
struct ShortenLimit {
  uint64_t blocks = 0; ///< about, for one failure and each of two searches
  bool hangs = false;  ///< a block took as long as none may (FailureKind::Stuck): no more is run
};

/// Where the failure of a schedule became certain (engine/turning_point.h).
struct TurningPoint {
  size_t block = 0;   ///< of the schedule, from 0: after it every schedule fails, before it some do not
  Schedule avoids;    ///< one that does not, and is the same up to there
};

/// What explains a failure, beside how it was found.
struct Explanation {
  std::optional<Shortest> shortest = {};
  std::optional<TurningPoint> turn = {}; ///< of the shortest schedule, if it was found
  bool always = false;                   ///< there is no turning point, since every schedule fails
  Boundaries boundaries = {};            ///< for World::endBlocksAt() before these schedules are run again
};

/// A distinct failure: the first schedule that showed it, and how many did.
struct FoundFailure {
  Failure failure;
  Schedule schedule;
  uint64_t foundAt = 0; ///< number of that schedule, from 1
  uint64_t count = 0;
  Boundaries boundaries; ///< for World::endBlocksAt() before the schedule is run again
  Explanation explanation = {}; ///< if it was looked for; the rest is as it was found
};

/// A deadlock that no schedule executed, but that reverse lock chain analysis takes for possible.
struct PossibleDeadlock {
  LockChain chain;       ///< as first seen; begins with the thread that could not go on
  Schedule schedule;     ///< up to there
  uint64_t foundAt = 0;  ///< number of the schedule that it begins, from 1
  uint64_t count = 0;    ///< attempts that showed it, from whichever of the threads
};

struct FoundAccess {
  ThreadId thread{};
  uint32_t place = 0; ///< as in RaceEvent
  bool writes = false;
  bool atomic = false;
  std::vector<HeldFor> locks; ///< held then; sorted
};

/// Two accesses that race, or a variable's first and last access when no lock was left to protect
/// it, and the first schedule that showed it, up to and with the block of the second access.
struct FoundRace {
  FoundAccess first, second; ///< in the order of the schedule
  uint64_t key = 0;          ///< of the memory, as in AccessEntry
  uint8_t bytes = 0;         ///< that both accessed
  Schedule schedule;
  uint64_t foundAt = 0; ///< number of the schedule that it begins, from 1
  Boundaries boundaries = {}; ///< as in FoundFailure
  std::optional<Shortest> shortest = {}; ///< if it was looked for; the rest but foundAt is as that shows it
  Schedule found = {};                   ///< then: as it was found
};

struct SearchResult {
  uint64_t schedules = 0;
  uint64_t blocks = 0;    ///< executed to their end, over all schedules
  uint64_t redundant = 0; ///< schedules that ended where all that could go on was asleep, or delayed
  uint64_t rounds = 0;    ///< searches from the start: one, and one each time boundaries were added
  Boundaries boundaries;  ///< of the last round
  uint64_t aborted = 0;   ///< attempts that met a taken resource and went back
  bool triedLocks = false; ///< a try-lock was made
  std::vector<FoundFailure> failures;      ///< in the order found
  std::vector<PossibleDeadlock> possibleDeadlocks; ///< ExitBlockDd, ExitBlockRwDd; no failures
  std::vector<FoundRace> races;            ///< Check::Race, each pair of places once
  std::vector<FoundRace> unprotected;      ///< Check::Lockset, each variable once
  bool stoppedAtFailure = false;           ///< the rest was not searched, since keepGoing is off
  bool scheduleLimit = false;              ///< maxSchedules was reached with branches left
  bool stopped = false;                    ///< SearchOptions::stop or interrupted said so, the same
  uint64_t branchesLeft = 0;               ///< then: alternatives not yet begun
  uint64_t beyondBound = 0; ///< alternatives not begun since they need one preemption too many
  uint64_t cutSchedules = 0;               ///< schedules ended by maxBlocks
  uint64_t hopelessSchedules = 0;          ///< schedules ended where a thread only tried again (ResourceKind::Bound)
  std::optional<FoundFailure> unsupported; ///< what is not modelled, and the schedule up to it
  std::optional<Sampled> sampled; ///< with SearchOptions::sampling, which always leaves something: branchesLeft has no meaning
};

struct SearchProgress {
  uint64_t schedules = 0;
  uint64_t failures = 0;     ///< distinct
  uint64_t rounds = 0;       ///< as in SearchResult, this one included
  double estimatedTotal = 0; ///< schedules of the whole search if it ends with this round
};

/// How a schedule ended.
enum class ScheduleEnd : uint8_t {
  Completed,
  Failed,
  Redundant, ///< what would follow was explored elsewhere: all that could go on was asleep, or
             ///< delayed
  Cut,       ///< by maxBlocks
  GivenUp,   ///< threads only tried again, or waited for that
  Unsupported
};
/// Why a thread that could go on somewhere is not run there.
enum class NotRun : uint8_t {
  Covered,     ///< it was, before, and nothing since conflicts with what it did
  NotNeeded,   ///< no race asks for it
  BeyondBound, ///< of preemptions
  Left         ///< the search ended first
};

/// Told of all that a search does, to draw it; asks for nothing.
struct SearchWitness {
  std::function<void()> beganRound = {};
  /// `number` counts schedules from 1; `failure` is the position in SearchResult::failures, if it
  /// failed.
  std::function<void(const Trace &, ScheduleEnd, uint64_t number, size_t failure)> ended = {};
  /// After the first `depth` blocks of the schedule told of last.
  std::function<void(size_t depth, ThreadId, NotRun)> notRun = {};
};

struct SearchObserver {
  /// After each schedule that ran to its end without failure (not pruned, not cut); may inspect the
  /// world, not change it.
  std::function<void()> completed = {};
  /// Of the same schedules, before that: the failure that the result of one is, if it is one.
  std::function<std::optional<Failure>(const Trace &)> judge = {};
  /// If due() is true after a schedule, progressed() follows.
  std::function<bool()> due = {};
  std::function<void(const SearchProgress &)> progressed = {};
  /// Told the state of the search, as bytes: where it finds `saveDue` set, which whoever wants it sets at any time and save()
  /// clears, and where a limit ends the search. May not touch the world.
  std::function<void(const std::string &state)> save = {};
  std::function<void()> resumed = {}; ///< the schedule of a saved search was executed again
  const std::atomic<bool> *saveDue = nullptr; ///< with `save` only
  const SearchWitness *witness = nullptr;     ///< if there is one, all of it is set
  /// A round begins, the first one included, after so many schedules of all rounds: blocks end also there.
  std::function<void(uint64_t round, uint64_t schedules, const Boundaries &)> beganRound = {};
  std::function<void(const FoundFailure &)> failed = {};               ///< a distinct failure, as it is found
  std::function<void(const FoundRace &, bool unprotected)> raced = {}; ///< the same of races, and of variables without a lock
};

/// Leaves the world in the state it found it in.
SearchResult search(World &world, const SearchOptions &options,
                    const SearchObserver &observer = {});

/// Goes on with a search whose state was saved, with the same options but for limits on schedules and time, in a world that
/// is in the state in which the search found it; ends as that would have ended. Nothing if the world then does something
/// else than it did: another program, or one that depends on something else.
std::optional<SearchResult> resume(World &world, const SearchOptions &options, const SearchObserver &observer,
                                   const std::string &state);

} // namespace xblock

//===- policy_noise.cpp - the running thread goes on, but for noise ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The noise of ConTest (O. Edelstein et al., "Multithreaded Java program test generation", IBM
// Systems Journal 41(1), 2002, "seeded" primitives), for threads that are fibers. A concurrent
// event is a boundary between blocks: what ConTest has before an event and what it has after it are
// there the same place. At each, with the same probability and whatever was before, there is noise:
//  sleep     the thread that ran is left out until others ran a random number of blocks, 1 to
//  strength, each as likely; or until no
//            other can go on: then whose sleep would end first is awake
//  yield     another thread runs, if one can go on
//  priority  the priority of the thread that ran is drawn anew; all begin with the same, in the
//  middle mixed     one of these three, each as likely
// What was covered (engine/coverage.h) can decide instead of chance, by the rules of the paper.
// Model 1: there is noise, of which others run, where the thread that ran stands in a function that
// was never interrupted, and nowhere else. Model 2: where the thread stands in M, and others that
// can go on in N, K, ..., the probability is half-way to 1 if one of <M, N>, <M, K>, ... is not
// covered, or one that begins with N, K, ...: the switch could lead to it. Without noise the thread
// that ran goes on, as under an operating system whose time slices are long.
//  1. Of the threads that are awake those with the highest priority can run: of these the one that
//  ran last, unless it yields; else
//     the next by number, after the highest again from the lowest.
//  2. An event is at the end of each block, for its thread; and as a thread is to run its first block, which by then was created: it
//     may sleep before it begins. The latter not if coverage decides.
//  3. Before the first block of a schedule there is one, for the first thread, if there are others: it has created them. Not if coverage decides, either:
//  main is in no function yet that could be left. None is where the thread that was picked turned out to be blocked.
//===------------------------------------------------------------------------------------------------===//
#include "engine/coverage.h"
#include "engine/noise.h"
#include "engine/policy.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace xblock {
namespace {

class NoisePolicy : public Policy {
public:
  NoisePolicy(const Noise &how, const Coverage *coverage) : how_(how), coverage_(coverage) {}

  void begin(const RandomNumbers &random) override {
    random_ = random;
    threads_.clear();
    last_.reset();
    event_ = false;
    yielder_.reset();
    interruptedNow_.clear();
    lowest_ = uint64_t{1} << 32;
  }
  ThreadId pick(std::span<const ThreadId> ready) override {
    if (!last_ && ready.size() > 1 && how_.decision == NoiseDecision::Random) {
      last_ = ready.front();
      of(*last_).begun = event_ = true;
    }
    if (event_ && isDue(ready))
      disturb(*last_);
    event_ = false;
    ThreadId best = choose(ready);
    while (!std::exchange(of(best).begun, true) && last_ && how_.decision == NoiseDecision::Random && random_.below(100) < how_.percent) {
      disturb(best);
      best = choose(ready);
    }
    return best;
  }
  void ran(ThreadId t) override {
    for (Thread &other : threads_)
      other.asleep -= &other != &of(t) && other.asleep;
    of(t).asleep = 0;
    if (how_.decision == NoiseDecision::Interrupted && last_ && t != *last_)
      for (const StandsIn &in : coverage_->standsIn(*last_))
        interruptedNow_.insert(in.function);
    last_ = t;
    event_ = true;
    yielder_.reset();
  }

private:
  struct Thread {
    uint64_t asleep = 0; ///< for so many blocks of others
    uint64_t priority = uint64_t{1} << 63;
    bool begun = false; ///< it was to run
  };

  ThreadId choose(std::span<const ThreadId> ready) {
    wakeIfNoOther(ready);
    auto canRun = [&](ThreadId t) { return !of(t).asleep; };
    // Who yields comes last, whatever its priority: else it would not yield to those that have
    // less.
    const bool others = std::ranges::any_of(ready, [&](ThreadId t) { return canRun(t) && t != yielder_; });
    std::optional<ThreadId> best;
    for (ThreadId t : ready) {
      if (!canRun(t) || (others && t == yielder_))
        continue;
      if (!best || of(t).priority > of(*best).priority ||
          (of(t).priority == of(*best).priority && turn(t) < turn(*best)))
        best = t;
    }
    return *best;
  }

  bool isDue(std::span<const ThreadId> ready) {
    switch (how_.decision) {
    case NoiseDecision::Interrupted:
      return std::ranges::any_of(coverage_->standsIn(*last_), [&](const StandsIn &in) {
        return !coverage_->covered().isInterrupted(in.function) &&
               !interruptedNow_.contains(in.function);
      });
    case NoiseDecision::Pairs:
      return random_.below(200) < (couldLeadToPair(ready) ? 100 + how_.percent : 2 * how_.percent);
    default:
      return random_.below(100) < how_.percent;
    }
  }
  bool couldLeadToPair(std::span<const ThreadId> ready) const {
    const Covered &covered = coverage_->covered();
    auto known =
        static_cast<size_t>(std::ranges::count_if(covered.functions, &Covered::Function::seen));
    auto beginsWith = [&](uint32_t f) {
      return static_cast<size_t>(
          std::distance(covered.pairs.lower_bound({f, 0}), covered.pairs.lower_bound({f + 1, 0})));
    };
    const auto here = coverage_->standsIn(*last_);
    return std::ranges::any_of(ready, [&](ThreadId t) {
      return t != *last_ && std::ranges::any_of(coverage_->standsIn(t), [&](const StandsIn &there) {
               return beginsWith(there.function) < known ||
                      std::ranges::any_of(
                          here,
                          [&](const StandsIn &in) {
                            return !covered.hasPair(in.function, there.function);
                          });
             });
    });
  }
  void disturb(ThreadId t) {
    constexpr NoiseKind kKinds[] = {NoiseKind::Sleep, NoiseKind::Yield, NoiseKind::Priority};
    switch (how_.kind == NoiseKind::Mixed ? kKinds[random_.below(std::size(kKinds))] : how_.kind) {
    case NoiseKind::Sleep:
      of(t).asleep = 1 + random_.below(how_.strength);
      break;
    case NoiseKind::Yield:
      yielder_ = t;
      break;
    default:
      of(t).priority =
          how_.decision == NoiseDecision::Interrupted ? --lowest_ : random_.next();
    }
  }
  void wakeIfNoOther(std::span<const ThreadId> ready) {
    ThreadId first = ready.front();
    for (ThreadId t : ready)
      if (of(t).asleep < of(first).asleep)
        first = t;
    of(first).asleep = 0; // it was before, if any thread is awake
  }
  /// 0 for the thread that ran last, then by number.
  uint32_t turn(ThreadId t) const { return index(t) - (last_ ? index(*last_) : 0); }
  Thread &of(ThreadId t) {
    if (threads_.size() <= index(t))
      threads_.resize(index(t) + 1);
    return threads_[index(t)];
  }

  Noise how_;
  const Coverage *coverage_;
  std::set<uint32_t> interruptedNow_; ///< functions, in this schedule
  uint64_t lowest_ = 0;               ///< priorities that are to be below others
  std::vector<Thread> threads_;
  std::optional<ThreadId> last_; ///< that ran
  bool event_ = false;           ///< it ran since a thread was picked
  std::optional<ThreadId> yielder_;
};

} // namespace

std::unique_ptr<Policy> makeNoisePolicy(const Noise &how, const Coverage *coverage) {
  return std::make_unique<NoisePolicy>(how, coverage);
}

} // namespace xblock

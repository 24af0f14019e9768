//===- shorter_runs.cpp - a failing schedule made shorter step by step ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/shorter_runs.h"

#include "engine/deadlock.h"
#include "engine/live_threads.h"
#include "engine/shortest.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace xblock {
namespace {

/// Runs what it can of a list of steps.
class Attempt {
public:
  explicit Attempt(FailingRuns &runs) : runs_(runs) {}

  /// What fails as wanted, if something does: the steps that could be run, and after them each thread as long as it can.
  std::optional<Schedule> run(const Schedule &steps) {
    runs_.restart();
    depth_ = 0;
    live_ = {runs_.world().initial(), {}};
    std::sort(live_.ready.begin(), live_.ready.end());
    for (const Step &step : steps)
      if (Did did = tryStep(step.thread, step.choices); did == Fails || did == Over)
        return did == Fails ? std::optional(runs_.schedule()) : std::nullopt;
    const size_t most = 2 * steps.size() + 16;
    for (Did did = Went; did == Went && depth_ < most;) {
      did = goOn();
      if (did == Fails)
        return runs_.schedule();
    }
    return std::nullopt;
  }

private:
  enum Did : uint8_t { Went, Cannot, Fails, Over };

  Did tryStep(ThreadId t, const std::vector<uint16_t> &choices) {
    if (std::find(live_.ready.begin(), live_.ready.end(), t) == live_.ready.end() || runs_.isCut(t))
      return Cannot;
    if (runs_.left() == 0)
      return Over;
    SnapshotId here = runs_.world().save();
    const Outcome &out = runAsNear(t, choices, here);
    if (out.ending == Ending::Unsupported)
      return Over;
    if (out.ending == Ending::Blocked) {
      runs_.world().restore(here);
      blocked_.push_back({t, out.blockedOn});
      return Cannot;
    }
    blocked_.clear();
    ++depth_;
    last_ = t;
    if (runs_.append(t))
      return Fails;
    if (out.ending == Ending::ProcessEnd)
      return runs_.failsAtEnd({}) ? Fails : Over;
    if (out.ending == Ending::Failed)
      return Over;
    live_.executed(t, out);
    return Went;
  }

  /// With these choices as far as there are such.
  const Outcome &runAsNear(ThreadId t, const std::vector<uint16_t> &choices, SnapshotId here) {
    std::vector<uint16_t> taken;
    for (const Outcome *out = &runs_.run(t, taken);;) {
      if (taken.size() >= choices.size() || taken.size() >= out->decisions.size())
        return *out;
      taken.push_back(std::min<uint16_t>(choices[taken.size()], out->decisions[taken.size()].alternatives - 1));
      if (taken.back() == 0) // it was
        continue;
      runs_.world().restore(here);
      out = &runs_.run(t, taken);
    }
  }

  /// The thread that ran last, or else the first that can; or the one that goes on since none can.
  Did goOn() {
    blocked_.clear();
    if (Did did = tryStep(last_, {}); did != Cannot)
      return did;
    bool cut = false;
    for (ThreadId t : std::vector<ThreadId>(live_.ready)) {
      cut |= runs_.isCut(t);
      if (Did did = t == last_ ? Cannot : tryStep(t, {}); did != Cannot)
        return did;
    }
    if (cut)
      return Over;
    std::vector<Waiting> all = live_.waiting;
    all.insert(all.end(), blocked_.begin(), blocked_.end());
    size_t first = goesOnAlone(live_.waiting);
    if (first == live_.waiting.size() || waitInCircle(runs_.world(), all))
      return runs_.failsAtEnd(all) ? Fails : Over;
    live_.ready.push_back(live_.waiting[first].thread);
    live_.waiting.erase(live_.waiting.begin() + static_cast<std::ptrdiff_t>(first));
    return Went;
  }

  FailingRuns &runs_;
  LiveThreads live_;
  std::vector<Waiting> blocked_; ///< since a block was executed
  ThreadId last_{};
  size_t depth_ = 0;
};

/// Blocks of one thread in a row: [begin, end).
struct Run {
  size_t begin, end;
};

std::vector<Run> runsOf(const Schedule &s) {
  std::vector<Run> all;
  for (size_t i = 0; i < s.size(); ++i)
    if (i == 0 || s[i].thread != s[i - 1].thread)
      all.push_back({i, i + 1});
    else
      all.back().end = i + 1;
  return all;
}

/// s with the run right before position `to`, which is not in it.
Schedule moved(const Schedule &s, Run run, size_t to) {
  Schedule all = s;
  auto in = [&](size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
  if (to > run.end)
    std::rotate(in(run.begin), in(run.end), in(to));
  else
    std::rotate(in(to), in(run.begin), in(run.end));
  return all;
}

Schedule without(Schedule s, Run run) {
  s.erase(s.begin() + static_cast<std::ptrdiff_t>(run.begin), s.begin() + static_cast<std::ptrdiff_t>(run.end));
  return s;
}

/// What to try for the run `r` of s, the most promising first.
std::vector<Schedule> variants(const Schedule &s, const std::vector<Run> &all, size_t r) {
  std::vector<Schedule> tries{without(s, all[r])};
  ThreadId t = s[all[r].begin].thread;
  for (size_t next = r + 1; next < all.size(); ++next)
    if (s[all[next].begin].thread == t) {
      tries.push_back(moved(s, all[r], all[next].begin));
      break;
    }
  for (size_t before = r; before-- > 0;)
    if (s[all[before].begin].thread == t) {
      tries.push_back(moved(s, all[r], all[before].end));
      break;
    }
  return tries;
}

} // namespace

Schedule shorterRuns(FailingRuns &runs, const Schedule &known) {
  Attempt attempt(runs);
  auto cost = [](const Schedule &s) { return std::pair(switchesOf(s), s.size()); };
  Schedule best = known;
  for (bool better = true; better;) {
    better = false;
    std::vector<Run> all = runsOf(best);
    for (size_t r = 0; r < all.size() && !better; ++r)
      for (const Schedule &variant : variants(best, all, r)) {
        std::optional<Schedule> fails = attempt.run(variant);
        if (runs.left() == 0)
          return best;
        if (!fails || cost(*fails) >= cost(best))
          continue;
        best = std::move(*fails);
        better = true;
        break;
      }
  }
  return best;
}

bool runsExactly(FailingRuns &runs, const Schedule &schedule) {
  std::optional<Schedule> ran = Attempt(runs).run(schedule);
  return ran && *ran == schedule;
}

} // namespace xblock

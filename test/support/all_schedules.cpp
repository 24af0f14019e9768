//===- all_schedules.cpp - the oracle of what is told of a failing schedule -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/all_schedules.h"

#include "engine/deadlock.h"

namespace xblock::test {

bool AllSchedules::find(const Schedule &prefix, const Each &each) {
  given_ = prefix;
  schedule_.clear();
  SnapshotId start = world_.save();
  LiveThreads live{world_.initial(), {}};
  bool found = from(live, each);
  world_.restore(start);
  world_.discard(start);
  return found;
}

bool AllSchedules::from(const LiveThreads &live, const Each &each) {
  bool given = schedule_.size() < given_.size();
  if (!given && live.ready.empty() && live.waiting.empty())
    return each(schedule_, std::nullopt);
  bool moved = false;
  std::vector<Waiting> stuck = live.waiting;
  for (ThreadId t : live.ready)
    if (!given || t == given_[schedule_.size()].thread)
      if (block(live, t, each, moved, stuck))
        return true;
  if (moved || given || isTooLong())
    return false;
  size_t alone = goesOnAlone(live.waiting);
  if (alone == live.waiting.size() || waitInCircle(world_, stuck))
    return each(schedule_, stuckFailure(world_, stuck));
  LiveThreads later = live;
  ThreadId t = live.waiting[alone].thread;
  std::erase_if(later.waiting, [&](const Waiting &w) { return w.thread == t; });
  later.ready = {t};
  LiveThreads all = live;
  all.waiting = later.waiting;
  all.ready.push_back(t);
  std::sort(all.ready.begin(), all.ready.end());
  return block(all, t, each, moved, stuck);
}

/// All choices of the next block of t.
bool AllSchedules::block(LiveThreads live, ThreadId t, const Each &each, bool &moved, std::vector<Waiting> &stuck) {
  std::vector<std::vector<uint16_t>> todo{{}};
  bool given = schedule_.size() < given_.size(), refused = false, found = false;
  if (given)
    todo[0] = given_[schedule_.size()].choices;
  SnapshotId here = world_.save();
  while (!todo.empty() && left_ && !found) {
    std::vector<uint16_t> choices = todo.back();
    todo.pop_back();
    --left_;
    Outcome out;
    world_.run(t, choices, out);
    for (size_t i = choices.size(); i < out.decisions.size() && !given; ++i)
      for (uint16_t other = 1; other < out.decisions[i].alternatives; ++other) {
        std::vector<uint16_t> more(i, 0);
        std::copy(choices.begin(), choices.end(), more.begin());
        more.push_back(other);
        todo.push_back(more);
      }
    if (out.ending == Ending::Blocked) {
      if (!refused)
        stuck.push_back({t, out.blockedOn});
      refused = true;
    } else {
      moved = true;
      if (!wanted || wanted(schedule_, t))
        found = after(live, t, out, each);
    }
    world_.restore(here);
  }
  world_.discard(here);
  return found;
}

bool AllSchedules::after(const LiveThreads &before, ThreadId t, Outcome &out, const Each &each) {
  Step step{t, {}, out.cut};
  for (const Decision &d : out.decisions)
    step.choices.push_back(d.taken);
  schedule_.push_back(step);
  bool found;
  if (out.ending == Ending::Failed) {
    found = each(schedule_, out.failure);
  } else if (out.ending == Ending::ProcessEnd) {
    found = each(schedule_, std::nullopt);
  } else {
    LiveThreads live = before;
    live.executed(t, out);
    found = from(live, each);
  }
  schedule_.pop_back();
  return found;
}

} // namespace xblock::test

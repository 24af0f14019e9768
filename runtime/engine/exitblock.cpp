//===- exitblock.cpp - the published search, and sleep sets -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/exitblock.h"

#include "engine/deadlock.h"
#include "support/check.h"

#include <algorithm>

namespace xblock {

uint64_t ExitBlockSearch::run() {
  if (!loaded_)
    begin();
  while (height_ > 0 && !progress_.stopped() && !isWrong()) {
    if (progress_.saveDue())
      save();
    takeBranch();
    runPath();
  }
  if (progress_.savesAtLimit() && !isWrong())
    save();
  return height_;
}

void ExitBlockSearch::begin() {
  for (ThreadId t : world_.initial())
    now_.enabled.push_back(t);
  now_.outside = progress_.options().startsOutside;
  if (!now_.enabled.empty())
    runPath();
}

void ExitBlockSearch::runPath() {
  while (!now_.enabled.empty() || timePasses())
    if (!runBlock())
      return;
  endPath();
}

/// Runs the first enabled thread. False if that was the end of the schedule.
bool ExitBlockSearch::runBlock() {
  ThreadId t = now_.enabled.front();
  if (progress_.cut(t)) {
    progress_.endCut();
    return false;
  }
  if (needsSnapshot())
    saveHere();
  ran_.run(world_, t, choices_);
  if (!since_.empty() && (ran_->ending == Ending::Blocked || (!ran_->decisions.empty() && !now_.outside)))
    runAgain(t);
  if (rules_.refinement)
    rules_.refinement->note(t, *ran_);
  if (isWrong())
    return false;
  if (!ran_->decisions.empty() && !now_.outside && ran_->ending != Ending::Unsupported)
    pushChoices();
  if (since_.empty())
    firstChoices_.swap(choices_);
  choices_.clear();
  if (ran_->ending != Ending::Blocked)
    return settle(t);
  progress_.countAborted(*ran_);
  XBLOCK_CHECK(since_.empty());
  world_.restore(snapshot_);
  if (rules_.lockChains && findLockChain(world_, t, *ran_, now_.lastLocks, chain_))
    progress_.notePossibleDeadlock(chain_);
  now_.enabled.pop_front();
  now_.blocked.push_back({t, ran_->blockedOn, kNone});
  if (rules_.refinement)
    now_.blocked.back().footprint = static_cast<uint32_t>(pushFootprint());
  return true;
}

/// Whether the state before the next block will be gone back to, as far as is known. In the first schedule of all it may be.
bool ExitBlockSearch::needsSnapshot() const {
  if (!hasSnapshot_)
    return true;
  if (since_.empty())
    return false;
  size_t depth = progress_.trace().depth();
  return (now_.enabled.size() > 1 && !now_.outside) || progress_.schedules() == 0 || (depth < needed_.size() && needed_[depth]);
}

void ExitBlockSearch::saveHere() {
  if (ownsSnapshot_)
    world_.discard(snapshot_);
  snapshot_ = world_.save();
  hasSnapshot_ = ownsSnapshot_ = true;
  since_.clear();
}

/// The block that t ran needs a snapshot of the state before it: back to the last one, and forward again.
void ExitBlockSearch::runAgain(ThreadId t) {
  constexpr const char *kOther = "the program did something else when blocks ran again: it depends on what is not restored";
  Ending before = ran_->ending;
  world_.restore(snapshot_);
  for (size_t i = 0; i < since_.size(); ++i) {
    ran_.run(world_, since_[i], i == 0 ? std::span<const uint16_t>(firstChoices_) : std::span<const uint16_t>());
    if (ran_->ending == Ending::Unsupported)
      return;
    if (ran_->ending > Ending::Death)
      return ran_.own().endUnsupported(t, kOther);
  }
  saveHere();
  size_t depth = progress_.trace().depth();
  if (needed_.size() <= depth)
    needed_.resize(depth + 1);
  needed_[depth] = 1;
  ran_.run(world_, t, {});
  if (ran_->ending != before && ran_->ending != Ending::Unsupported)
    ran_.own().endUnsupported(t, kOther);
}

/// What follows from a block that t went through. False if that was the end of the schedule.
bool ExitBlockSearch::settle(ThreadId t) {
  if (rules_.refinement)
    rules_.refinement->executed(t, *ran_);
  touched_ = ran_.touched();
  bool mayMatter = ran_->ending != Ending::Unsupported &&
                   (ran_->ending != Ending::Death || (rules_.refinement && rules_.refinement->endMatters(t, *ran_)));
  if (now_.enabled.size() > 1 && !now_.outside && mayMatter)
    pushOthers(t);
  progress_.append(t, *ran_);
  switch (ran_->ending) {
  case Ending::Exit:
  case Ending::Split:
  case Ending::Death:
    since_.push_back(t);
    move(t);
    return true;
  case Ending::ProcessEnd:
    progress_.endCompleted();
    return false;
  case Ending::Failed:
    progress_.endFailed(ran_->failure);
    return false;
  case Ending::Unsupported:
  case Ending::Blocked:
    progress_.endUnsupported(ran_->failure);
    return false;
  }
  return false;
}

/// Brings the lists up to date after a block of t. The order of the steps is the model's, and makes
/// the counts.
void ExitBlockSearch::move(ThreadId t) {
  auto &enabled = now_.enabled;
  now_.outside = ran_->outside;
  if (rules_.lockChains)
    noteLastLock(world_, t, *ran_, now_.lastLocks);
  for (const Waiting &w : ran_->woken) {
    now_.waiting.filter([&](const Waiting &x) { return x.thread != w.thread; });
    now_.blocked.push_back({w.thread, w.resource, kNone});
  }
  for (ThreadId started : ran_->started)
    enabled.push_back(started);
  if (!now_.delayed.empty())
    enableDelayed();
  if (ran_->nowWaiting)
    now_.waiting.push_back({t, ran_->blockedOn});
  if (ran_->nowWaiting || ran_->ending == Ending::Death)
    enabled.pop_front();
  if (!now_.blocked.empty())
    enableBlocked();
}

/// Whether a delayed thread is enabled again by the block just run.
bool ExitBlockSearch::isAwoken(const Delayed &d) const {
  const Footprint &f = footprints_[d.footprint];
  if (ran_->ending == Ending::Death && !rules_.refinement) // as published: only what conflicts with everything
    return f.data.everything();
  return !rules_.untilConflict || conflict(f.data, *touched_.data) ||
         (rules_.refinement && conflict(f.sync, *touched_.sync));
}

void ExitBlockSearch::enableDelayed() {
  if (rules_.untilConflict && !now_.touched.mayConflict(touched_))
    return;
  now_.touched.clear();
  now_.delayed.filter([&](const Delayed &d) {
    bool go = isAwoken(d);
    if (go)
      now_.enabled.push_back(d.thread);
    else
      now_.touched.add(footprints_[d.footprint]);
    return !go;
  });
}

bool ExitBlockSearch::canTryAgain(const Blocked &b) {
  // Who begins to spin waits for writes, perhaps those that a failed attempt undid.
  if (b.resource.kind == ResourceKind::None || world_.available(b.resource) ||
      ran_->blockedOn.kind == ResourceKind::Change)
    return true;
  // Locks and condition variables do not lead a thread to another lock; what it read may.
  return b.footprint != kNone && feeds(*touched_.data, footprints_[b.footprint].data);
}

void ExitBlockSearch::enableBlocked() {
  now_.blocked.filter([&](const Blocked &b) {
    bool go = canTryAgain(b);
    if (go)
      now_.enabled.push_back(b.thread);
    return !go;
  });
}

/// No thread is enabled. Whether one goes on now for that reason.
bool ExitBlockSearch::timePasses() {
  if (!now_.delayed.empty() || now_.waiting.empty())
    return false;
  std::span<const Waiting> waiting{now_.waiting.begin(), now_.waiting.size()};
  size_t first = goesOnAlone(waiting);
  if (first == now_.waiting.size() || waitInCircle(world_, stuck()))
    return false;
  now_.enabled.push_back(now_.waiting[first].thread);
  now_.waiting.erase(now_.waiting.begin() + first);
  return true;
}

/// All that are left, if none is enabled or delayed.
std::vector<Waiting> ExitBlockSearch::stuck() const {
  std::vector<Waiting> all(now_.waiting.begin(), now_.waiting.end());
  for (const Blocked &b : now_.blocked)
    all.push_back({b.thread, b.resource});
  return all;
}

/// No thread is enabled: all ended, or some are delayed, or nothing can go on.
void ExitBlockSearch::endPath() {
  if (!now_.delayed.empty())
    return progress_.endRedundant();
  if (now_.blocked.empty() && now_.waiting.empty())
    return progress_.endCompleted();
  progress_.endStuck(stuck());
}

/// A branch for the next alternative of each decision that this block took for the first time, or
/// that its branch was made for. Figure 5 leaves one when a notify could have woken another thread;
/// its no_notify set holds those tried, so that the n-th branch wakes the n-th waiter: the n-th
/// alternative.
void ExitBlockSearch::pushChoices() {
  const auto &decisions = ran_->decisions;
  for (size_t i = choices_.empty() ? 0 : choices_.size() - 1; i < decisions.size(); ++i) {
    if (decisions[i].taken + 1 >= decisions[i].alternatives)
      continue;
    Branch &b = pushBranch(1);
    b.threads.copy(now_, 0);
    b.threads.outside = now_.outside;
    for (size_t j = 0; j < i; ++j)
      b.choices.push_back(decisions[j].taken);
    b.choices.push_back(decisions[i].taken + 1);
  }
}

/// A branch in which the others run from the state before the block of t, which is delayed.
void ExitBlockSearch::pushOthers(ThreadId t) {
  double threads = static_cast<double>(now_.enabled.size());
  Branch &b = pushBranch(threads - 1);
  b.threads.outside = false;
  b.threads.copy(now_, 1);
  size_t footprint = pushFootprint();
  b.threads.delayed.push_back({t, static_cast<uint32_t>(footprint)});
  b.threads.touched.add(footprints_[footprint]);
  b.footprints = footprints_.size();
  touched_ = footprints_[footprint];
}

/// Of the block that was run last.
size_t ExitBlockSearch::pushFootprint() {
  ran_.take(footprints_.push());
  return footprints_.size() - 1;
}

/// expected: its schedules, for each that this path leads to.
ExitBlockSearch::Branch &ExitBlockSearch::pushBranch(double expected) {
  XBLOCK_CHECK(since_.empty());
  if (height_ == stack_.size())
    stack_.emplace_back();
  Branch &b = stack_[height_++];
  b.choices.clear();
  b.snapshot = snapshot_;
  b.ownsSnapshot = ownsSnapshot_;
  b.expected = expected;
  b.begun = progress_.schedules();
  b.depth = progress_.trace().depth();
  b.footprints = footprints_.size();
  ownsSnapshot_ = false;
  return b;
}

void ExitBlockSearch::takeBranch() {
  learn();
  Branch &b = stack_[--height_];
  taken_.push_back({height_, b.depth, progress_.schedules()});
  world_.restore(b.snapshot);
  now_.swap(b.threads);
  std::swap(choices_, b.choices);
  footprints_.truncate(b.footprints);
  progress_.truncate(b.depth);
  if (rules_.refinement)
    rules_.refinement->truncate(b.depth);
  snapshot_ = b.snapshot;
  hasSnapshot_ = true;
  ownsSnapshot_ = b.ownsSnapshot;
  since_.clear();
}

/// Branches that are searched to their end.
void ExitBlockSearch::learn() {
  for (; !taken_.empty() && taken_.back().height >= height_; taken_.pop_back()) {
    const Taken &t = taken_.back();
    learned_.add(t.depth, static_cast<double>(progress_.schedules() - t.begun));
  }
}

double ExitBlockSearch::estimateLeft() const {
  double left = 0;
  for (size_t i = height_; i-- > 0;) {
    const Branch &b = stack_[i];
    double from = static_cast<double>(progress_.schedules() - b.begun) + left;
    left += learned_.mean(b.depth, from * b.expected);
  }
  return left;
}

} // namespace xblock

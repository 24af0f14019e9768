//===- sampler.cpp - schedules by chance -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/sampler.h"

#include "engine/deadlock.h"

#include <algorithm>
#include <limits>

namespace xblock {

Sampler::Sampler(World &world, const Sampling &how, Refinement &refinement, Progress &progress)
    : world_(world), how_(how), refinement_(refinement), progress_(progress), policy_(makePolicy(how)), initial_(world.initial()) {
  std::sort(initial_.begin(), initial_.end());
  progress_.setLeft([this] {
    uint64_t most = progress_.options().maxSchedules;
    return most == std::numeric_limits<uint64_t>::max() ? 0.0 : static_cast<double>(most - progress_.schedules());
  });
}

void Sampler::run() {
  if (initial_.empty())
    return;
  SnapshotId start = world_.save();
  if (!loaded_)
    beginRound();
  while (!progress_.stopped()) {
    if (progress_.saveDue())
      save();
    beginSchedule();
    uint64_t before = progress_.schedules();
    runSchedule();
    world_.restore(start);
    if (progress_.schedules() > before)
      count();
    if (refinement_.grow())
      beginRound();
  }
  if (progress_.savesAtLimit())
    save();
  world_.discard(start);
}

Sampled Sampler::sampled() const {
  return {how_, progress_.schedules(), distinct_.count(), classes_.count(), distinct_.isFull() || classes_.isFull(), 0, 0};
}

void Sampler::beginRound() {
  ++round_;
  check_.clear();
  progress_.beginRound(refinement_.boundaries());
  world_.endBlocksAt(progress_.boundaries());
}

void Sampler::beginSchedule() {
  progress_.truncate(0);
  refinement_.truncate(0);
  forgetBlocks();
  live_.ready = initial_;
  live_.waiting.clear();
  next_.clear();
  outside_ = progress_.options().startsOutside;
  last_ = initial_.front();
  policy_->beginNumber(how_.first + progress_.schedules());
  policy_->begin(RandomNumbers(how_.seed, how_.first + progress_.schedules()));
}

/// No block was executed yet.
void Sampler::forgetBlocks() {
  while (executed_.size())
    executed_.pop();
  hash_ = ofClass_ = scramble(round_);
}

/// Until it ended, or is broken off.
void Sampler::runSchedule() {
  while (!progress_.wasStopped())
    if (!runNext())
      return;
}

/// The next block, or an attempt. False if that was the end of the schedule.
bool Sampler::runNext() {
  ready_.clear();
  for (ThreadId t : live_.ready)
    if (!next(t).blocked)
      ready_.push_back(t);
  if (ready_.empty()) {
    if (timePasses())
      return true;
    endStuckOrCompleted();
    return false;
  }
  ThreadId t = pick();
  if (progress_.cut(t)) {
    progress_.endCut();
    return false;
  }
  SnapshotId here = world_.save();
  runBlock(t, here);
  if (ran_->ending == Ending::Unsupported) {
    progress_.append(t, *ran_);
    progress_.endUnsupported(ran_->failure);
    return false;
  }
  refinement_.note(t, *ran_);
  if (refinement_.isWrong())
    return false;
  if (ran_->ending == Ending::Blocked) {
    progress_.countAborted(*ran_);
    world_.restore(here);
    world_.discard(here);
    note(next(t), *ran_);
    return true;
  }
  world_.discard(here);
  execute(t);
  if (ran_->ending == Ending::ProcessEnd)
    progress_.endCompleted();
  else if (ran_->ending == Ending::Failed)
    progress_.endFailed(ran_->failure);
  else
    return true;
  return false;
}

ThreadId Sampler::pick() {
  if (!outside_)
    return policy_->pick(ready_);
  bool canGoOn = std::find(ready_.begin(), ready_.end(), last_) != ready_.end();
  return canGoOn ? last_ : ready_.front();
}

/// The policy decides what is decided in it, one after the other: which decisions there are depends on those before.
void Sampler::runBlock(ThreadId t, SnapshotId here) {
  choices_.clear();
  ran_.run(world_, t, choices_);
  while (!outside_ && ran_->ending != Ending::Unsupported && choices_.size() < ran_->decisions.size()) {
    const Decision first = ran_->decisions[choices_.size()];
    choices_.push_back(policy_->decide(first.alternatives));
    if (choices_.back() == first.taken)
      continue;
    world_.restore(here);
    ran_.run(world_, t, choices_);
  }
}

/// The block that was just run is the next of the schedule.
void Sampler::execute(ThreadId t) {
  progress_.append(t, *ran_);
  refinement_.executed(t, *ran_);
  live_.executed(t, *ran_);
  hash(t);
  next(t).blocked = next(t).known = false;
  for (const Waiting &w : ran_->woken)
    next(w.thread).blocked = next(w.thread).known = false;
  if (!outside_)
    policy_->ran(t);
  for (ThreadId child : ran_->started)
    policy_->started(t, child);
  if (ran_->ending != Ending::ProcessEnd && ran_->ending != Ending::Failed)
    findConflicts(t);
  outside_ = ran_->outside;
  last_ = t;
}

/// Adds the block that was just run. Of its class is what it conflicts with, directly or not: what else comes before it, the end of
/// a thread that it joined, does in all schedules, or does nothing.
void Sampler::hash(ThreadId t) {
  step_.data.assign(ran_->data);
  step_.sync.assign(ran_->sync);
  executed_.prepare(t, step_);
  executed_.push(step_);
  const size_t last = executed_.size() - 1;
  hash_ = mix(mix(hash_, index(t)), (ran_->cut.number << 8) + static_cast<uint64_t>(ran_->cut.where));
  uint64_t block = mix(index(t), executed_.number(last));
  for (const Decision &d : ran_->decisions) {
    hash_ = mix(hash_, d.taken);
    block = mix(block, d.taken);
  }
  const Clock &before = executed_.before(last);
  for (size_t i = 0; i < next_.size(); ++i)
    if (before.count(i))
      block = mix(block, (uint64_t{before.count(i)} << 32) + i);
  ofClass_ += scramble(block);
}

void Sampler::note(Next &next, const Outcome &out) {
  next.blocked = out.ending == Ending::Blocked;
  next.known = true;
  next.resource = out.blockedOn;
  next.touched.data.assign(out.data);
  next.touched.sync.assign(out.sync);
}

/// Whether its attempt would end in the same way after the block that was just run.
bool Sampler::stillBlocked(const Next &next) {
  // Who begins to spin waits for writes, perhaps those that the attempt undid.
  return ran_->released.empty() && ran_->blockedOn.kind != ResourceKind::Change && !conflict(next.touched, ran_.touched()) &&
         !world_.available(next.resource);
}

/// What the block that was just run changes for the next ones of the others.
void Sampler::findConflicts(ThreadId ran) {
  const bool looks = policy_->looksAhead() && !outside_;
  if (looks)
    ran_.own(); // what the world knows is gone as it is asked again
  for (ThreadId t : live_.ready) {
    Next &its = next(t);
    if (t == ran || (its.blocked && stillBlocked(its)))
      continue;
    const bool wasBlocked = its.blocked;
    its.blocked = false;
    if (looks && !its.known)
      peek(t);
    if (its.blocked || !its.known)
      continue;
    if (wasBlocked || conflict(its.touched, ran_.touched())) {
      its.known = false;
      if (!outside_)
        policy_->conflicts(t);
    }
  }
}

/// What the next block of t touches.
void Sampler::peek(ThreadId t) {
  SnapshotId here = world_.save();
  const Outcome *known = world_.known(t);
  if (!known)
    world_.run(t, {}, peeked_);
  note(next(t), known ? *known : peeked_);
  if (next(t).blocked)
    refinement_.note(t, known ? *known : peeked_);
  world_.restore(here);
  world_.discard(here);
}

/// No thread can go on. Whether one does for that reason.
bool Sampler::timePasses() {
  size_t first = goesOnAlone(live_.waiting);
  if (first == live_.waiting.size() || waitInCircle(world_, stuck()))
    return false;
  ThreadId t = live_.waiting[first].thread;
  live_.waiting.erase(live_.waiting.begin() + static_cast<std::ptrdiff_t>(first));
  live_.ready.insert(std::upper_bound(live_.ready.begin(), live_.ready.end(), t), t);
  next(t).blocked = next(t).known = false;
  return true;
}

std::vector<Waiting> Sampler::stuck() const {
  std::vector<Waiting> all = live_.waiting;
  for (ThreadId t : live_.ready)
    all.push_back({t, next_[index(t)].resource});
  return all;
}

void Sampler::endStuckOrCompleted() {
  if (live_.ready.empty() && live_.waiting.empty())
    progress_.endCompleted();
  else
    progress_.endStuck(stuck());
}

/// A schedule that ended.
void Sampler::count() {
  policy_->ended();
  distinct_.add(hash_);
  classes_.add(ofClass_);
  if (check_.empty()) {
    check_ = progress_.trace().schedule();
    checkDigest_ = digestOfBlocks();
  }
}

Sampler::Next &Sampler::next(ThreadId t) {
  if (index(t) >= next_.size())
    next_.resize(index(t) + 1);
  return next_[index(t)];
}

} // namespace xblock

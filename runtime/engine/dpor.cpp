//===- dpor.cpp - source-set DPOR whose steps are blocks ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/dpor.h"

#include "engine/deadlock.h"

#include <algorithm>

namespace xblock {

uint64_t DporSearch::run() {
  pushFirst();
  while (height_ > 0 && !progress_.stopped()) {
    Node &node = nodes_[height_ - 1];
    if (node.below)
      comeBack(node);
    else if (node.running != npos || pick(node))
      tryChoice(node);
    else if (node.progressed || !timePasses(node))
      leave(node);
  }
  return left();
}

DporSearch::Node &DporSearch::push() {
  if (height_ == nodes_.size())
    nodes_.emplace_back();
  Node &node = nodes_[height_++];
  node.candidates.clear();
  node.waiting.clear();
  node.sleep.clear();
  node.footprints = footprints_.size();
  node.attempts = attempted_;
  node.saved = node.progressed = node.below = node.outside = false;
  node.here = true;
  node.running = npos;
  node.hasLast = node.lastMoved = node.probed = false;
  node.preemptions = 0;
  return node;
}

void DporSearch::pushFirst() {
  std::vector<ThreadId> live = world_.initial();
  if (live.empty())
    return;
  std::sort(live.begin(), live.end());
  Node &node = push();
  node.outside = progress_.options().startsOutside;
  for (ThreadId t : live)
    node.candidates.push_back({.thread = t});
}

/// A node for the state after the block that was just executed, which `out_` tells of.
void DporSearch::pushNext() {
  Node &node = push();
  const Node &from = nodes_[height_ - 2];
  ThreadId ran = from.candidates[from.running].thread;
  node.outside = out_.outside;
  node.last = ran;
  node.hasLast = true;
  node.preemptions = from.preemptions + (from.lastMoved && from.last != ran);
  bool gone = out_.ending == Ending::Death || out_.nowWaiting;
  for (const Candidate &c : from.candidates)
    if (c.thread != ran || !gone)
      node.candidates.push_back(
          {.thread = c.thread, .attempt = stillBlocked(c) ? c.attempt : kNone});
  for (ThreadId t : out_.started)
    node.candidates.push_back({.thread = t});
  for (const Waiting &w : from.waiting)
    if (std::none_of(out_.woken.begin(), out_.woken.end(),
                     [&](const Waiting &x) { return x.thread == w.thread; }))
      node.waiting.push_back(w);
  for (const Waiting &w : out_.woken)
    node.candidates.push_back({.thread = w.thread});
  if (out_.nowWaiting)
    node.waiting.push_back({ran, out_.blockedOn});
  if (!out_.started.empty() || !out_.woken.empty())
    std::sort(node.candidates.begin(), node.candidates.end(),
              [](const Candidate &a, const Candidate &b) { return a.thread < b.thread; });
  const Footprint &step = executed_.footprint(executed_.size() - 1);
  for (const Asleep &s : from.sleep) {
    const Footprint &f = footprints_[s.footprint];
    if (!conflict(f.data, step.data) && !conflict(f.sync, step.sync))
      node.sleep.push_back(s);
  }
}

void DporSearch::leave(Node &node) {
  if (!node.progressed)
    end(node);
  if (bounded())
    countBeyondBound(node);
  footprints_.truncate(node.footprints);
  attempted_ = node.attempts;
  --height_;
}

/// Whether the attempt of c that failed would fail in the same way after the block that was just
/// executed.
bool DporSearch::stillBlocked(const Candidate &c) {
  // A thread that begins to spin waits for writes, perhaps those that the attempt undid.
  if (c.attempt == kNone || !out_.released.empty() || out_.blockedOn.kind == ResourceKind::Change)
    return false;
  const Outcome &attempt = attempts_[c.attempt];
  const Footprint &step = executed_.footprint(executed_.size() - 1);
  return !conflict(attempt.data, step.data) && !conflict(attempt.sync, step.sync) &&
         !world_.available(attempt.blockedOn);
}

/// Keeps the attempt, which `out_` tells of, unless other choices could go another way.
void DporSearch::noteBlocked(Candidate &c) {
  if (!out_.decisions.empty())
    return;
  if (attempted_ == attempts_.size())
    attempts_.emplace_back();
  std::swap(attempts_[attempted_], out_);
  c.attempt = static_cast<uint32_t>(attempted_++);
}

bool DporSearch::anyAsleep(const Node &node) {
  return std::any_of(node.candidates.begin(), node.candidates.end(),
                     [&](const Candidate &c) { return isAsleep(node, c.thread); });
}

/// All that are left, if none can move and none is asleep.
std::vector<Waiting> DporSearch::stuck(const Node &node) {
  std::vector<Waiting> all = node.waiting;
  for (const Candidate &c : node.candidates)
    all.push_back({c.thread, c.resource});
  return all;
}

/// No thread of the node can move. Whether one goes on now for that reason.
bool DporSearch::timePasses(Node &node) {
  size_t first = goesOnAlone(node.waiting);
  if (first == node.waiting.size() || anyAsleep(node) || waitInCircle(world_, stuck(node)))
    return false;
  node.candidates.push_back({.thread = node.waiting[first].thread});
  node.waiting.erase(node.waiting.begin() + static_cast<std::ptrdiff_t>(first));
  return true;
}

/// No thread of the node can move: a schedule ends.
void DporSearch::end(Node &node) {
  if (anyAsleep(node))
    return progress_.endRedundant();
  if (node.candidates.empty() && node.waiting.empty())
    return progress_.endCompleted();
  progress_.endStuck(stuck(node));
}

/// The next thread to try: until one could move, any that is awake; then those that were asked for.
bool DporSearch::pick(Node &node) {
  size_t last = pickLast(node);
  for (size_t i = 0; i < node.candidates.size(); ++i) {
    Candidate &c = node.candidates[i];
    bool wanted = last == npos ? !node.progressed || (c.backtrack && !node.outside) : i == last;
    if (node.outside && node.progressed)
      return false;
    if (c.tried || !wanted || isAsleep(node, c.thread) || !withinBound(node, c))
      continue;
    c.tried = true;
    node.running = i;
    node.moved = node.stuck = false;
    node.choices.clear();
    return true;
  }
  return false;
}

void DporSearch::tryChoice(Node &node) {
  Candidate &c = node.candidates[node.running];
  if (progress_.cut(c.thread)) {
    progress_.endCut();
    node.progressed = true;
    node.running = npos;
    return askForAll(node);
  }
  if (c.attempt != kNone) {
    executed_.prepare(c.thread, attempts_[c.attempt]);
    askForRaces();
    c.blocked = node.stuck = true;
    c.resource = attempts_[c.attempt].blockedOn;
    return finishThread(node);
  }
  if (!node.here)
    world_.restore(node.snapshot);
  else if (!node.saved)
    node.snapshot = world_.save();
  node.saved = true;
  node.here = false;
  if (watches())
    probe(node);
  world_.run(c.thread, node.choices, out_);
  refinement_.note(c.thread, out_);
  node.decisions = out_.decisions;
  if (out_.ending == Ending::ProcessEnd)
    out_.data.setEverything();
  if (out_.ending == Ending::Unsupported) {
    progress_.append(c.thread, out_);
    return progress_.endUnsupported(out_.failure);
  }
  executed_.prepare(c.thread, out_);
  askForRaces();
  if (out_.ending != Ending::Blocked)
    return execute(node);
  progress_.countAborted();
  world_.restore(node.snapshot);
  node.here = node.stuck = c.blocked = true;
  c.resource = out_.blockedOn;
  noteBlocked(c);
  nextChoice(node);
}

void DporSearch::execute(Node &node) {
  progress_.append(node.candidates[node.running].thread, out_);
  if (watches())
    watch(node, node.candidates[node.running].thread);
  refinement_.executed(node.candidates[node.running].thread, out_);
  executed_.push(out_);
  node.below = true;
  if (out_.ending == Ending::ProcessEnd)
    progress_.endCompleted();
  else if (out_.ending == Ending::Failed)
    progress_.endFailed(out_.failure);
  else
    return pushNext();
  askForAll(node);
}

/// What follows a block of the running thread was searched.
void DporSearch::comeBack(Node &node) {
  Footprint &step = executed_.footprint(executed_.size() - 1);
  if (node.moved) {
    node.touched.data.merge(step.data);
    node.touched.sync.merge(step.sync);
  } else {
    std::swap(node.touched, step);
  }
  node.moved = true;
  node.below = false;
  executed_.pop();
  refinement_.truncate(executed_.size());
  progress_.truncate(executed_.size());
  nextChoice(node);
}

/// Goes on to the next alternative of the last decision that has one, or is done with the thread.
void DporSearch::nextChoice(Node &node) {
  for (size_t i = node.outside ? 0 : node.decisions.size(); i-- > 0;) {
    if (node.decisions[i].taken + 1 >= node.decisions[i].alternatives)
      continue;
    node.choices.clear();
    for (size_t j = 0; j < i; ++j)
      node.choices.push_back(node.decisions[j].taken);
    node.choices.push_back(static_cast<uint16_t>(node.decisions[i].taken + 1));
    return;
  }
  finishThread(node);
}

void DporSearch::finishThread(Node &node) {
  Candidate &c = node.candidates[node.running];
  node.running = npos;
  if (node.stuck && (node.moved || node.progressed))
    askForAll(node);
  if (!node.moved)
    return;
  node.progressed = true;
  c.backtrack = true;
  if (node.hasLast && c.thread == node.last)
    node.lastMoved = true;
  if (!node.stuck && !bounded())
    node.sleep.push_back(
        {c.thread, static_cast<uint32_t>(footprints_.push(node.touched.data, node.touched.sync))});
}

/// For each race between an earlier block and the one that is prepared: a thread that can start the
/// reversal is to run there.
void DporSearch::askForRaces() {
  for (size_t i = executed_.size(); (i = executed_.raceBefore(i)) != Executed::npos;) {
    if (bounded()) {
      askWithinBound(i, executed_.prepared());
      continue;
    }
    Node &node = nodes_[i];
    auto initials = executed_.initials(i);
    auto isInitial = [&](const Candidate &c) {
      return std::find(initials.begin(), initials.end(), c.thread) != initials.end();
    };
    if (std::any_of(node.candidates.begin(), node.candidates.end(),
                    [&](const Candidate &c) { return c.backtrack && isInitial(c); }))
      continue;
    Candidate *found = nullptr;
    for (auto t = initials.begin(); t != initials.end() && !found; ++t)
      for (Candidate &c : node.candidates)
        if (c.thread == *t && !c.blocked)
          found = &c;
    if (found)
      found->backtrack = true;
    else
      askForAll(node);
  }
}

bool DporSearch::isAsleep(const Node &node, ThreadId t) {
  return std::any_of(node.sleep.begin(), node.sleep.end(),
                     [&](const Asleep &s) { return s.thread == t; });
}

void DporSearch::askForAll(Node &node) {
  for (Candidate &c : node.candidates)
    c.backtrack = true;
}

uint64_t DporSearch::left() const {
  uint64_t count = 0;
  for (size_t i = 0; i < height_; ++i) {
    const Node &node = nodes_[i];
    if (node.outside)
      continue;
    for (const Candidate &c : node.candidates)
      count += c.backtrack && !c.tried && !isAsleep(node, c.thread);
    if (node.running != npos)
      for (const Decision &d : node.decisions)
        count += static_cast<uint64_t>(d.alternatives - d.taken - 1);
  }
  return count;
}

} // namespace xblock

//===- dpor.cpp - optimal DPOR whose steps are blocks -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/dpor.h"

#include "engine/deadlock.h"

#include <algorithm>

namespace xblock {

uint64_t DporSearch::run() {
  if (!loaded_)
    pushFirst();
  while (height_ > 0 && !progress_.stopped() && !refinement_.isInVain()) {
    if (progress_.saveDue())
      save();
    Node &node = nodes_[height_ - 1];
    if (node.below)
      comeBack(node);
    else if (node.running != npos || pick(node))
      tryChoice(node);
    else if ((node.progressed && !standsStill(node)) || !timePasses(node))
      leave(node);
  }
  if (progress_.savesAtLimit())
    save();
  if (progress_.hasWitness() && progress_.wasStopped() && progress_.betweenSchedules())
    for (size_t i = 0; i < height_; ++i)
      tellNotRun(i, true);
  return left();
}

/// Whether each thread of the node cannot go on, or could not if it decided otherwise than where it could: with these decisions nothing moves.
bool DporSearch::standsStill(Node &node) {
  if (node.outside || isInPrefix() || !std::ranges::all_of(node.candidates, &Candidate::blocked) || anyAsleep(node))
    return false;
  if (!node.here)
    world_.restore(node.snapshot);
  return node.here = true;
}

void DporSearch::leave(Node &node) {
  if (!node.progressed && isInPrefix())
    misfit_ = true;
  else if (!node.progressed || standsStill(node))
    end(node);
  else if (progress_.hasWitness())
    tellNotRun(height_ - 1, false);
  if (bounded())
    countBeyondBound(node);
  trees_.drop(node.wakeups);
  footprints_.truncate(node.footprints);
  attempted_ = node.attempts;
  --height_;
}

/// Keeps the attempt, which `ran_` tells of.
void DporSearch::noteBlocked(Candidate &c) {
  if (attempted_ == attempts_.size())
    attempts_.emplace_back();
  attempts_[attempted_].thread = c.thread;
  std::swap(attempts_[attempted_].out, ran_.own());
  if (attempts_[attempted_].out.decisions.empty()) // else other choices could go another way
    c.attempt = static_cast<uint32_t>(attempted_);
  ++attempted_;
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
  node.candidates.push_back({.thread = node.waiting[first].thread, .asked = node.progressed});
  node.waiting.erase(node.waiting.begin() + static_cast<std::ptrdiff_t>(first));
  return true;
}

/// No thread of the node can move: a schedule ends.
void DporSearch::end(Node &node) {
  bool redundant = anyAsleep(node);
  Rest rest = redundant ? Rest::Unknown : Rest::None;
  if (!bounded())
    for (const Candidate &c : node.candidates)
      askForBlocked(node, c.thread, rest);
  askForOpenRaces(rest);
  if (redundant)
    return progress_.endRedundant();
  if (node.candidates.empty() && node.waiting.empty())
    return progress_.endCompleted();
  endStuck(node);
}

/// Once for each set of what they wait for: a thread may have decided between several.
void DporSearch::endStuck(const Node &node) {
  constexpr size_t kMost = 1000;
  std::vector<Waiting> all = stuck(node);
  std::vector<std::vector<Resource>> ways(all.size());
  for (size_t i = node.attempts; i < attempted_; ++i)
    for (size_t at = node.waiting.size(); at < all.size(); ++at)
      if (Resource r = attempts_[i].out.blockedOn; all[at].thread == attempts_[i].thread && std::ranges::find(ways[at], r) == ways[at].end())
        ways[at].push_back(r);
  std::vector<size_t> chosen(all.size());
  for (size_t told = 0; told < kMost; ++told) {
    for (size_t at = 0; at < all.size(); ++at)
      if (!ways[at].empty())
        all[at].resource = ways[at][chosen[at]];
    progress_.endStuck(all);
    size_t next = 0;
    while (next < all.size() && (ways[next].empty() || ++chosen[next] == ways[next].size()))
      chosen[next++] = 0;
    if (next == all.size() || progress_.wasStopped())
      return;
  }
}

/// The next sequence that is to be run from here, if its first thread can.
bool DporSearch::pickWakeup(Node &node) {
  while (node.wakeups != WakeupTrees::kNone) {
    Candidate *c = candidate(node, trees_.thread(node.wakeups));
    trees_.drop(node.follows);
    node.follows = trees_.takeFirst(node.wakeups);
    if (c && c->blocked)
      askForBlocked(node, c->thread, Rest::Unknown);
    if (!c || c->blocked)
      askForAll(node);
    if (!c) // it waits for a time, which passes elsewhere
      for (Asleep &s : node.sleep)
        s.covers = false;
    if (!c || c->tried || isAsleep(node, c->thread))
      continue;
    start(node, static_cast<size_t>(c - node.candidates.data()));
    return true;
  }
  return false;
}

void DporSearch::start(Node &node, size_t i) {
  node.candidates[i].tried = true;
  node.running = i;
  node.since = progress_.schedules();
  node.moved = node.stuck = false;
  node.covers = true;
  node.choices.clear();
}

/// The one thread that is run at a node before the end of the prefix.
bool DporSearch::pickPrefix(Node &node) {
  const Step &step = prefix_[height_ - 1];
  Candidate *c = candidate(node, step.thread);
  if (!c || c->tried)
    return false;
  start(node, static_cast<size_t>(c - node.candidates.data()));
  node.choices = step.choices;
  return true;
}

/// The next thread to try: that of a sequence asked for; until one could move, any that is awake;
/// then those that were asked for.
bool DporSearch::pick(Node &node) {
  if (node.outside && node.progressed)
    return false;
  if (isInPrefix())
    return pickPrefix(node);
  if (pickWakeup(node))
    return true;
  if (delayed()) {
    if (size_t next = pickTurn(node); next != npos)
      return start(node, next), true;
    return false;
  }
  size_t last = pickLast(node);
  for (size_t i = 0; i < node.candidates.size(); ++i) {
    Candidate &c = node.candidates[i];
    bool wanted = last == npos ? !node.progressed || c.asked : i == last;
    if (c.tried || !wanted || isAsleep(node, c.thread) || !withinBound(node, c))
      continue;
    start(node, i);
    return true;
  }
  return false;
}

void DporSearch::tryChoice(Node &node) {
  Candidate &c = node.candidates[node.running];
  if (progress_.cut(c.thread)) {
    askForOpenRaces(Rest::Unknown);
    progress_.endCut();
    node.progressed = true;
    node.running = npos;
    return askForAll(node);
  }
  if (c.attempt != kNone) {
    if (bounded() || node.progressed) {
      executed_.prepare(c.thread, attempts_[c.attempt].out);
      askForRaces(Rest::Unknown);
    }
    c.blocked = node.stuck = true;
    c.resource = attempts_[c.attempt].out.blockedOn;
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
  ran_.run(world_, c.thread, node.choices);
  refinement_.note(c.thread, *ran_);
  node.decisions = ran_->decisions;
  if (ran_->ending == Ending::Unsupported) {
    progress_.append(c.thread, *ran_);
    return progress_.endUnsupported(ran_->failure);
  }
  executed_.prepare(c.thread, *ran_);
  if (bounded() || ran_->ending != Ending::Blocked || node.progressed)
    askForRaces(ran_->ending == Ending::Blocked ? Rest::Unknown : Rest::ToCome);
  if (ran_->ending != Ending::Blocked)
    return execute(node);
  progress_.countAborted(*ran_);
  world_.restore(node.snapshot);
  node.here = node.stuck = c.blocked = true;
  c.resource = ran_->blockedOn;
  noteBlocked(c);
  nextChoice(node);
}

void DporSearch::execute(Node &node) {
  progress_.append(node.candidates[node.running].thread, *ran_);
  if (watches())
    watch(node, node.candidates[node.running].thread);
  refinement_.executed(node.candidates[node.running].thread, *ran_);
  executed_.push(ran_);
  node.below = true;
  if (ran_->ending != Ending::ProcessEnd && ran_->ending != Ending::Failed)
    return pushNext();
  askForOpenRaces(Rest::None);
  if (ran_->ending == Ending::ProcessEnd)
    progress_.endCompleted();
  else
    progress_.endFailed(ran_->failure);
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
  openRaces_.truncate(executed_.size());
  nextChoice(node);
}

/// Goes on to the next alternative of the last decision that has one, or is done with the thread.
void DporSearch::nextChoice(Node &node) {
  if (node.outside || !nextChoices(node.decisions, node.choices))
    finishThread(node);
}

void DporSearch::finishThread(Node &node) {
  Candidate &c = node.candidates[node.running];
  node.running = npos;
  trees_.drop(node.follows);
  if (node.stuck && (node.moved || node.progressed))
    askForAll(node);
  if (!node.moved)
    return;
  c.moved = !node.stuck;
  if (node.stuck && !node.progressed && !bounded()) // no end of a schedule will ask for the choices that could not
    askForBlocked(node, c.thread, Rest::Unknown);
  if (node.progressed)
    learned_.add(height_ - 1, static_cast<double>(progress_.schedules() - node.since));
  node.progressed = true;
  if (node.hasLast && c.thread == node.last)
    node.lastMoved = !node.stuck; // else it may have decided to wait
  if (node.stuck || bounded())
    return;
  size_t footprint = footprints_.push(node.touched.data, node.touched.sync);
  node.sleep.push_back({c.thread, static_cast<uint32_t>(footprint), node.covers});
  trees_.prune(node.wakeups, c.thread, footprints_[footprint], node.covers);
}

void DporSearch::askForAll(Node &node) {
  for (Candidate &c : node.candidates)
    c.asked = true;
}

uint64_t DporSearch::left() const {
  uint64_t count = 0;
  for (size_t i = 0; i < height_; ++i) {
    const Node &node = nodes_[i];
    if (node.outside)
      continue;
    const bool willAskAll = node.running != npos && node.stuck; // as it is done with the thread
    for (const Candidate &c : node.candidates)
      count += (willAskAll || isAsked(node, c)) && !c.tried && !isAsleep(node, c.thread);
    if (node.running != npos)
      for (const Decision &d : node.decisions)
        count += static_cast<uint64_t>(d.alternatives - d.taken - 1);
  }
  return count;
}

} // namespace xblock

//===- fewest_switches.cpp - all schedules with at most so many switches, until one fails ---------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/fewest_switches.h"

#include "engine/deadlock.h"

#include <algorithm>

namespace xblock {

FewestSwitches::Result FewestSwitches::run() {
  runs_.restart();
  Node &first = push();
  first.live.ready = runs_.world().initial();
  std::sort(first.live.ready.begin(), first.live.ready.end());
  first.outside = first.wasOutside = runs_.startsOutside();
  begin(first);
  while (height_ > 0) {
    if (runs_.left() == 0)
      return TooLong;
    Node &node = nodes_[height_ - 1];
    if (node.trying || pick(node)) {
      if (attempt(node))
        return Found;
    } else if (node.moved || !timePasses(node)) {
      if (leave())
        return Found;
    }
  }
  return None;
}

FewestSwitches::Node &FewestSwitches::push() {
  if (height_ == nodes_.size())
    nodes_.emplace_back();
  Node &node = nodes_[height_++];
  node.next = 0;
  node.blocked.clear();
  node.saved = node.moved = node.alone = node.hasLast = node.trying = false;
  node.here = true;
  node.switches = 0;
  return node;
}

/// The thread that ran last first; outside as the search does it.
void FewestSwitches::begin(Node &node) {
  node.order = node.live.ready;
  auto last = std::find(node.order.begin(), node.order.end(), node.last);
  if (node.hasLast && !node.outside && last != node.order.end())
    std::rotate(node.order.begin(), last, last + 1);
}

bool FewestSwitches::pick(Node &node) {
  for (; node.next < node.order.size(); ++node.next) {
    node.thread = node.order[node.next];
    if (node.moved && (node.outside || costsTooMuch(node)))
      return false;
    if (runs_.isCut(node.thread)) {
      node.moved = true;
      continue;
    }
    ++node.next;
    node.trying = true;
    node.refused = false;
    node.choices.clear();
    return true;
  }
  return false;
}

namespace {

std::vector<Waiting> stuck(std::vector<Waiting> waiting, const std::vector<Waiting> &blocked) {
  waiting.insert(waiting.end(), blocked.begin(), blocked.end());
  return waiting;
}

} // namespace

/// No thread of the node can move. Whether one goes on now for that reason.
bool FewestSwitches::timePasses(Node &node) {
  auto &waiting = node.live.waiting;
  size_t first = goesOnAlone(waiting);
  if (first == waiting.size() || waitInCircle(runs_.world(), stuck(waiting, node.blocked)))
    return false;
  node.order.push_back(waiting[first].thread);
  node.live.ready.push_back(waiting[first].thread);
  waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(first));
  node.alone = true;
  return true;
}

/// Whether the schedule with the block fails.
bool FewestSwitches::attempt(Node &node) {
  if (!node.here)
    runs_.world().restore(node.snapshot);
  else if (!node.saved)
    node.snapshot = runs_.world().save();
  node.saved = true;
  node.here = false;
  Outcome &out = runs_.run(node.thread, node.choices);
  node.decisions = out.decisions;
  if (out.ending == Ending::Unsupported)
    return false;
  if (out.ending == Ending::Blocked) {
    runs_.world().restore(node.snapshot);
    node.here = true;
    if (!node.refused)
      node.blocked.push_back({node.thread, out.blockedOn});
    node.refused = true;
    nextChoice(node);
    return false;
  }
  node.moved = true;
  if (costsTooMuch(node)) {
    node.trying = false;
    return false;
  }
  executed_.prepare(node.thread, out);
  if (couldGoOnAtOnce(node)) {
    nextChoice(node);
    return false;
  }
  return execute(node, out);
}

/// Whether nothing since the last block of the thread, which another one ran after, comes before the prepared block.
bool FewestSwitches::couldGoOnAtOnce(const Node &node) const {
  if (node.wasOutside) // where it would be run at once, nothing else may be tried
    return false;
  if (!node.hasLast || node.thread == node.last || (node.alone && node.next == node.order.size()))
    return false;
  for (size_t i = executed_.size(); i-- > 0;) {
    if (executed_.thread(i) == node.thread)
      return true;
    if (executed_.needs(i, executed_.size()))
      return false;
  }
  return false; // its first
}

bool FewestSwitches::execute(Node &node, Outcome &out) {
  bool over = out.ending == Ending::ProcessEnd || out.ending == Ending::Failed;
  bool fails = runs_.append(node.thread);
  if (!fails && out.ending == Ending::ProcessEnd)
    fails = runs_.failsAtEnd({});
  if (fails)
    return true;
  if (over) {
    runs_.truncate(height_ - 1);
    nextChoice(node);
    return false;
  }
  executed_.push(out);
  Node &next = push();
  const Node &from = nodes_[height_ - 2];
  next.live = from.live;
  next.live.executed(from.thread, out);
  next.outside = out.outside;
  next.wasOutside = from.wasOutside || out.outside;
  next.switches = from.switches + (from.hasLast && from.thread != from.last);
  next.last = from.thread;
  next.hasLast = true;
  begin(next);
  return false;
}

/// Goes on to the next alternative of the last decision that has one, or is done with the thread.
void FewestSwitches::nextChoice(Node &node) {
  node.trying = !node.outside && nextChoices(node.decisions, node.choices);
}

/// Nothing more can be tried in the last state. Whether the schedule, if it ends there, fails.
bool FewestSwitches::leave() {
  Node &node = nodes_[height_ - 1];
  if (!node.moved && runs_.failsAtEnd(stuck(node.live.waiting, node.blocked)))
    return true;
  if (--height_ > 0) {
    executed_.pop();
    runs_.truncate(height_ - 1);
    nextChoice(nodes_[height_ - 1]);
  }
  return false;
}

} // namespace xblock

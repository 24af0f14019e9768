//===- executed.cpp - the blocks of the current schedule, and what happens before what ----------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/executed.h"

#include <algorithm>

namespace xblock {
namespace {

bool meet(std::span<const Resource> a, std::span<const Resource> b) {
  return std::any_of(a.begin(), a.end(),
                     [&](Resource r) { return std::find(b.begin(), b.end(), r) != b.end(); });
}

ResourceKind resourceKind(uint64_t key) { return static_cast<ResourceKind>((key >> 56) & 0x7f); }

bool hasKey(const AccessSet &set, uint64_t key) {
  auto entries = set.entries();
  return std::any_of(entries.begin(), entries.end(),
                     [&](const AccessEntry &e) { return e.key == key; });
}

} // namespace

Clock &Executed::clock(ThreadId t) {
  if (index(t) >= clocks_.size()) {
    clocks_.resize(index(t) + 1);
    numbers_.resize(index(t) + 1);
    positions_.resize(index(t) + 1);
  }
  return clocks_[index(t)];
}

template <typename Visit> size_t Executed::findOutside(const Clock &set, size_t end, Visit visit) {
  constexpr size_t kFew = 16; // random programs of the tests have more and less
  if (end <= kFew) {
    while (end-- > 0)
      if (!set.has(steps_[end].thread, steps_[end].number) && visit(end))
        return end;
    return npos;
  }
  left_.resize(numbers_.size());
  for (size_t t = 0; t < numbers_.size(); ++t) {
    const auto &at = positions_[t];
    left_[t] = numbers_[t];
    if (left_[t] && at[left_[t] - 1] >= end)
      left_[t] = static_cast<uint32_t>(std::lower_bound(at.begin(), at.begin() + numbers_[t], end) - at.begin());
  }
  while (true) {
    size_t latest = npos, its = 0;
    for (size_t t = 0; t < left_.size(); ++t)
      if (left_[t] > set.count(t) && (latest == npos || positions_[t][left_[t] - 1] > latest)) {
        latest = positions_[t][left_[t] - 1];
        its = t;
      }
    if (latest == npos)
      return npos;
    --left_[its];
    if (visit(latest))
      return latest;
  }
}

/// What the failure of an attempt depends on: what it read, and the lock it did not get; not the
/// locks that it got and gave back, nor what it wrote. A reader that found a writer there depends also
/// on when that writer asked, after which it could not have come.
void Executed::keepSeen(const Outcome &out) {
  seen_.data.clear();
  for (const AccessEntry &e : out.data.entries())
    if (e.reads)
      seen_.data.add(e.key, e.reads, 0);
  seen_.sync.clear();
  for (const AccessEntry &e : out.sync.entries()) {
    ResourceKind kind = resourceKind(e.key);
    bool readers = kind == ResourceKind::RwReaders;
    bool lock = readers || kind == ResourceKind::Mutex || kind == ResourceKind::Spin || kind == ResourceKind::Stream ||
                kind == ResourceKind::OwnLock || kind == ResourceKind::RwLock || kind == ResourceKind::RwWaiting;
    bool asked = out.blockedOn.kind == ResourceKind::RwLock &&
                 e.key == resourceKey({ResourceKind::RwWaiting, out.blockedOn.id});
    if (!lock || asked || e.key == resourceKey(out.blockedOn))
      seen_.sync.add(e.key, 1, readers ? e.writes : 0);
  }
  touched_ = seen_;
}

void Executed::prepare(ThreadId t, const Outcome &out) {
  thread_ = t;
  out_ = &out;
  touched_ = {out.data, out.sync};
  if (out.ending == Ending::Blocked)
    keepSeen(out);
  fixed_ = clock(t);
  findWaitedOn();
  if (out.ending != Ending::Blocked)
    for (ThreadId joined : out.joined)
      if (size_t last = lastOf(joined); last != npos)
        add(fixed_, steps_[last]);
  // Those race with nothing, nor does what comes before them, which is among them: of a thread that creates and joins thousands, one after
  // the other, nothing is left to look at.
  covered_ = fixed_;
  needed_ = fixed_;
  if (out.ending == Ending::Blocked)
    return;
  if (!out.acquired.empty())
    findOutside(needed_, size_, [&](size_t i) {
      if (!steps_[i].released.empty() && meet(steps_[i].released, out.acquired))
        add(needed_, steps_[i]);
      return false;
    });
}

/// Condition variables on which the thread may have been in a timed wait as the block began.
void Executed::findWaitedOn() {
  waitedOn_.clear();
  auto isCondition = [](const AccessEntry &e) {
    return resourceKind(e.key) == ResourceKind::Condition;
  };
  auto mine = touched_.sync->entries();
  if (std::none_of(mine.begin(), mine.end(), isCondition))
    return;
  if (size_t last = lastOf(thread_); last != npos)
    for (const AccessEntry &e : mine)
      if (isCondition(e) && hasKey(steps_[last].footprint.sync, e.key))
        waitedOn_.push_back(e.key);
}

bool Executed::isWaitedOn(const Step &step) const {
  return std::any_of(waitedOn_.begin(), waitedOn_.end(),
                     [&](uint64_t key) { return hasKey(step.footprint.sync, key); });
}

size_t Executed::raceBefore(size_t end) {
  // What is covered, and so all that comes before it, is no race and covers nothing more.
  return findOutside(covered_, end, [&](size_t i) {
    const Step &step = steps_[i];
    if (!touches(step) || (meet(step.holding, out_->acquired) && !isWaitedOn(step)))
      return false;
    // Ordered through another step that this block touches too: that race comes first.
    bool race = !fixed_.has(step.thread, step.number);
    covered_.add(step.before);
    return race;
  });
}

/// Remembers the clock of t, and has it follow the step.
void Executed::change(Step &step, ThreadId t) {
  if (step.undone == step.undo.size())
    step.undo.emplace_back();
  auto &[thread, old] = step.undo[step.undone++];
  thread = t;
  old = clock(t);
  add(clock(t), step);
}

Footprint &Executed::append(const Outcome &out) {
  if (size_ == steps_.size())
    steps_.emplace_back();
  Step &step = steps_[size_];
  step.thread = thread_;
  clock(thread_);
  step.number = numbers_[index(thread_)];
  step.before = needed_;
  std::swap(step.needed, needed_);
  findOutside(step.before, size_, [&](size_t i) {
    if (touches(steps_[i]))
      add(step.before, steps_[i]);
    return false;
  });
  auto &positions = positions_[index(thread_)];
  positions.resize(std::max<size_t>(positions.size(), step.number + 1));
  positions[step.number] = size_;
  ++numbers_[index(thread_)];
  step.holding = out.holding;
  step.released = out.released;
  step.choices.clear();
  for (const Decision &d : out.decisions)
    step.choices.push_back(d.taken);
  step.undone = 0;
  ++size_;
  change(step, thread_);
  for (ThreadId t : out.started)
    change(step, t);
  for (const Waiting &w : out.woken)
    change(step, w.thread);
  return step.footprint;
}

void Executed::pop() {
  Step &step = steps_[--size_];
  --numbers_[index(step.thread)];
  while (step.undone > 0) {
    auto &[thread, old] = step.undo[--step.undone];
    std::swap(clocks_[index(thread)], old);
  }
}

} // namespace xblock

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
  }
  return clocks_[index(t)];
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
    bool lock = readers || kind == ResourceKind::Mutex || kind == ResourceKind::Spin ||
                kind == ResourceKind::RwLock || kind == ResourceKind::RwWaiting;
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
  covered_.clear();
  findWaitedOn();
  fixed_ = clock(t);
  if (out.ending == Ending::Blocked) {
    needed_ = fixed_;
    return;
  }
  for (ThreadId joined : out.joined)
    if (index(joined) < numbers_.size() && numbers_[index(joined)] > 0)
      for (size_t i = size_; i-- > 0;)
        if (steps_[i].thread == joined) {
          add(fixed_, steps_[i]);
          break;
        }
  needed_ = fixed_;
  if (!out.acquired.empty())
    for (size_t i = size_; i-- > 0;)
      if (!steps_[i].released.empty() && meet(steps_[i].released, out.acquired))
        add(needed_, steps_[i]);
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
  for (size_t i = size_; i-- > 0;)
    if (steps_[i].thread == thread_) {
      for (const AccessEntry &e : mine)
        if (isCondition(e) && hasKey(steps_[i].footprint.sync, e.key))
          waitedOn_.push_back(e.key);
      return;
    }
}

bool Executed::isWaitedOn(const Step &step) const {
  return std::any_of(waitedOn_.begin(), waitedOn_.end(),
                     [&](uint64_t key) { return hasKey(step.footprint.sync, key); });
}

size_t Executed::raceBefore(size_t end) {
  for (size_t i = end; i-- > 0;) {
    const Step &step = steps_[i];
    // What is covered, and so all that comes before it, is no race and covers nothing more.
    if (step.thread == thread_ || covered_.has(step.thread, step.number) || !touches(step) ||
        (meet(step.holding, out_->acquired) && !isWaitedOn(step)))
      continue;
    // Ordered through another step that this block touches too: that race comes first.
    bool race = !fixed_.has(step.thread, step.number);
    covered_.add(step.before);
    if (race)
      return i;
  }
  return npos;
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

void Executed::push(Outcome &out) {
  if (size_ == steps_.size())
    steps_.emplace_back();
  Step &step = steps_[size_];
  step.thread = thread_;
  clock(thread_);
  step.number = numbers_[index(thread_)]++;
  step.before = needed_;
  std::swap(step.needed, needed_);
  for (size_t i = size_; i-- > 0;) {
    const Step &s = steps_[i];
    if (!step.before.has(s.thread, s.number) && (s.thread == thread_ || touches(s)))
      add(step.before, s);
  }
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
  std::swap(step.footprint.data, out.data);
  std::swap(step.footprint.sync, out.sync);
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

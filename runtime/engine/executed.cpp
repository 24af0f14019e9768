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

} // namespace

Clock &Executed::clock(ThreadId t) {
  if (index(t) >= clocks_.size()) {
    clocks_.resize(index(t) + 1);
    numbers_.resize(index(t) + 1);
  }
  return clocks_[index(t)];
}

/// Whether the prepared block conflicts with the step.
bool Executed::touches(const Step &step) const {
  return conflict(step.footprint.data, out_->data) || conflict(step.footprint.sync, out_->sync);
}

void Executed::prepare(ThreadId t, const Outcome &out) {
  thread_ = t;
  out_ = &out;
  covered_.clear();
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

size_t Executed::raceBefore(size_t end) {
  for (size_t i = end; i-- > 0;) {
    const Step &step = steps_[i];
    if (step.thread == thread_ || !touches(step) || meet(step.holding, out_->acquired))
      continue;
    // Ordered through another step that this block touches too: that race comes first.
    bool race = !fixed_.has(step.thread, step.number) && !covered_.has(step.thread, step.number);
    covered_.add(step.before);
    if (race)
      return i;
  }
  return npos;
}

std::span<const ThreadId> Executed::initials(size_t i) {
  initials_.clear();
  seen_.clear();
  bool free = true; // nothing in between has to come before the prepared block
  for (size_t k = i + 1; k < size_; ++k) {
    const Step &step = steps_[k];
    if (step.before.has(steps_[i].thread, steps_[i].number))
      continue;
    free =
        free && step.thread != thread_ && !needed_.has(step.thread, step.number) && !touches(step);
    auto isThread = [&](auto &seen) { return seen.first == step.thread; };
    if (std::any_of(seen_.begin(), seen_.end(), isThread))
      continue;
    if (std::none_of(seen_.begin(), seen_.end(),
                     [&](auto &s) { return step.before.has(s.first, s.second); }))
      initials_.push_back(step.thread);
    seen_.emplace_back(step.thread, step.number);
  }
  if (free)
    initials_.push_back(thread_);
  return initials_;
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
  for (size_t i = size_; i-- > 0;) {
    const Step &s = steps_[i];
    if (!step.before.has(s.thread, s.number) && (s.thread == thread_ || touches(s)))
      add(step.before, s);
  }
  step.holding = out.holding;
  step.released = out.released;
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

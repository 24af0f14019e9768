//===- coverage.cpp - which interruptions schedules had -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/coverage.h"

#include <algorithm>

namespace xblock {
namespace {

bool isLock(ResourceKind kind) {
  switch (kind) {
  case ResourceKind::Mutex:
  case ResourceKind::RwLock:
  case ResourceKind::RwReaders:
  case ResourceKind::RwWaiting:
  case ResourceKind::Spin:
  case ResourceKind::Stream:
  case ResourceKind::OwnLock:
    return true;
  default:
    return false;
  }
}

/// Whether it is of the same lock; of a reader-writer lock there are several resources.
bool areOfOneLock(Resource a, Resource b) {
  auto ofTwoSides = [](ResourceKind kind) {
    return kind == ResourceKind::RwLock || kind == ResourceKind::RwReaders;
  };
  return a.id == b.id && isLock(a.kind) &&
         (a.kind == b.kind || (ofTwoSides(a.kind) && ofTwoSides(b.kind)));
}

bool keepsOut(Resource held, Resource wanted) {
  return areOfOneLock(held, wanted) &&
         !(held.kind == ResourceKind::RwReaders && wanted.kind == ResourceKind::RwReaders);
}

} // namespace

void Coverage::begin(ThreadId t, uint32_t stack) {
  entries_.push_back({.thread = t, .stack = stack});
  ++begun_;
}

void Coverage::append(ThreadId t, const Outcome &out) {
  Entry entry{.thread = t, .trail = out.trail};
  entry.ends = out.ending == Ending::Death || out.ending == Ending::ProcessEnd;
  entry.waits = out.nowWaiting;
  entry.stack = out.trail && !entry.ends ? places_.trail(out.trail).stack : 0;
  if (!out.wanted.empty())
    entry.first = out.wanted.front();
  entry.released = out.released;
  entry.started = out.started;
  for (size_t i = entries_.size(); i-- > 0 && entry.before == npos;)
    if (entries_[i].thread == t)
      entry.before = i;
  entries_.push_back(std::move(entry));
  if (!rules_.closes)
    return;
  step_.assign(out);
  executed_.prepare(t, step_);
  executed_.push(step_);
}

void Coverage::truncate(size_t depth) {
  entries_.resize(std::min(entries_.size(), begun_ + depth));
  while (executed_.size() > depth)
    executed_.pop();
}

std::span<const StandsIn> Coverage::counted(uint32_t stack) const {
  std::span<const StandsIn> all = stack ? places_.functions(stack) : std::span<const StandsIn>();
  return rules_.wholeStack || all.empty() ? all : all.first(1);
}

std::span<const StandsIn> Coverage::standsIn(ThreadId t) const {
  for (size_t i = entries_.size(); i-- > 0;)
    if (entries_[i].thread == t)
      return counted(entries_[i].stack);
  return {};
}

/// In every schedule that counts.
bool Coverage::isBefore(size_t i, size_t k) const {
  if (!rules_.closes || i < begun_ || k < begun_)
    return i < k;
  return executed_.happensBefore(i - begun_, k - begun_);
}

Covered::Function &Coverage::function(uint32_t f) {
  if (f >= covered_.functions.size())
    covered_.functions.resize(f + 1);
  return covered_.functions[f];
}

void Coverage::endSchedule() {
  const size_t marks = marks_, pairs = covered_.pairs.size();
  std::vector<std::vector<size_t>> blocksOf; // by thread
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry &e = entries_[i];
    if (index(e.thread) >= blocksOf.size())
      blocksOf.resize(index(e.thread) + 1);
    blocksOf[index(e.thread)].push_back(i);
    for (const StandsIn &in : counted(e.stack)) {
      Covered::Function &f = function(in.function);
      marks_ += !f.seen;
      f.seen = true;
    }
    if (e.trail)
      for (const auto &[lock, stack] : places_.trail(e.trail).acquired)
        covered_.taken.insert(stack);
    addWaits(i);
  }
  for (const std::vector<size_t> &blocks : blocksOf) {
    for (size_t i = 0; i < blocks.size(); ++i)
      addInterruptions(blocks[i], i + 1 < blocks.size() ? blocks[i + 1] : npos);
    addStays(blocks);
  }
  ++schedules_;
  withoutMarks_ = marks_ > marks ? 0 : withoutMarks_ + 1;
  withoutPairs_ = marks_ > marks || covered_.pairs.size() > pairs ? 0 : withoutPairs_ + 1;
}

/// What may come between the two blocks of a thread, the second one perhaps not being there.
void Coverage::addInterruptions(size_t at, size_t next) {
  const Entry &stood = entries_[at];
  if (!stood.stack)
    return;
  // In the order of the schedule only what stands between them may.
  const size_t first = rules_.closes ? begun_ : std::max(at + 1, begun_);
  const size_t end = rules_.closes || next == npos ? entries_.size() : next;
  for (size_t i = first; i < end; ++i) {
    const Entry &e = entries_[i];
    if (e.thread == stood.thread || isBefore(i, at) || (next != npos && isBefore(next, i)))
      continue;
    addPair(stood.stack, e.stack);
    addPair(stood.stack, e.before == npos ? 0 : entries_[e.before].stack);
  }
}

void Coverage::addPair(uint32_t stood, uint32_t executed) {
  if (!knownPairs_.insert({stood, executed}).second)
    return;
  for (const StandsIn &a : counted(stood)) {
    Covered::Function &f = function(a.function);
    marks_ += !f.interrupted;
    f.interrupted = true;
    for (const StandsIn &b : counted(executed))
      covered_.pairs.insert({a.function, b.function});
  }
}

/// Whether nothing of others need come between two blocks of a thread.
bool Coverage::isUninterrupted(size_t first, size_t last) const {
  if (!rules_.closes)
    return std::all_of(entries_.begin() + static_cast<std::ptrdiff_t>(first),
                       entries_.begin() + static_cast<std::ptrdiff_t>(last),
                       [&](const Entry &e) { return e.thread == entries_[first].thread; });
  for (size_t i = begun_; i < entries_.size(); ++i)
    if (entries_[i].thread != entries_[first].thread && isBefore(first, i) && isBefore(i, last))
      return false;
  return true;
}

/// The functions that a thread was in for a while, and left.
void Coverage::addStays(const std::vector<size_t> &blocks) {
  struct Stay {
    StandsIn in;
    bool counts = false, interrupted = false; ///< it was counted, while it stood there
    size_t since = npos; ///< of blocks in a row at whose end it counts, the first
  };
  std::vector<Stay> stays; // outermost first
  auto leave = [&](const Stay &stay) {
    if (!stay.counts || stay.interrupted)
      return;
    Covered::Function &f = function(stay.in.function);
    marks_ += !f.ranThrough;
    f.ranThrough = true;
  };
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Entry &e = entries_[blocks[i]];
    // From where each counted up to here.
    for (Stay &stay : stays)
      if (stay.since != npos)
        stay.interrupted |= !isUninterrupted(stay.since, blocks[i]);
    std::span<const StandsIn> now =
        e.stack ? places_.functions(e.stack) : std::span<const StandsIn>();
    if (!e.stack && !e.ends)
      stays.clear(); // it is not known where it stands
    size_t same = 0;
    for (; same < std::min(stays.size(), now.size()); ++same) {
      const StandsIn &then = stays[same].in, &here = now[now.size() - 1 - same];
      if (then.function != here.function)
        break;
      if (then.place != here.place) { // it went on in this one, and those within are others
        ++same;
        break;
      }
    }
    for (size_t k = same; k < stays.size(); ++k)
      leave(stays[k]);
    stays.resize(same);
    for (size_t k = 0; k < now.size(); ++k) {
      const StandsIn &here = now[now.size() - 1 - k];
      if (k == stays.size())
        stays.push_back({.in = here});
      Stay &stay = stays[k];
      stay.in = here;
      if (!rules_.wholeStack && k + 1 != now.size()) {
        stay.since = npos;
        continue;
      }
      stay.counts = true;
      if (stay.since == npos)
        stay.since = blocks[i];
    }
  }
}

/// The lock that is taken last before `end`, and not given back: where. 0 if it is not known.
uint32_t Coverage::takenAt(Resource lock, size_t end) const {
  for (size_t i = end; i-- > begun_;)
    if (entries_[i].trail)
      for (const auto &[taken, stack] : places_.trail(entries_[i].trail).acquired)
        if (taken == lock)
          return stack;
  return 0;
}

void Coverage::noteWaiting(uint32_t stack, uint32_t holder) {
  if (stack)
    covered_.waited.insert(stack);
  if (stack && holder)
    covered_.waitedFor.insert(holder);
}

/// The block that started it; npos if it was there before.
size_t Coverage::startOf(ThreadId t) const {
  for (size_t i = entries_.size(); i-- > begun_;)
    if (std::ranges::find(entries_[i].started, t) != entries_[i].started.end())
      return i;
  return npos;
}

/// The block begins on the way to a lock: others that have it before would keep its thread waiting.
void Coverage::addWaits(size_t next) {
  const Entry &e = entries_[next];
  if (!e.trail || (e.before != npos && entries_[e.before].waits))
    return;
  const auto &acquired = places_.trail(e.trail).acquired;
  if (acquired.empty() || !areOfOneLock(acquired.front().first, e.first))
    return;
  const auto [wanted, here] = acquired.front();
  const size_t since = e.before != npos ? e.before : startOf(e.thread);
  const size_t first = rules_.closes || since == npos ? begun_ : since + 1;
  for (size_t i = first; i < (rules_.closes ? entries_.size() : next); ++i) {
    const Entry &other = entries_[i];
    if (other.thread == e.thread || i == since || (since != npos && isBefore(i, since)) ||
        isBefore(next, i))
      continue;
    for (Resource lock : other.released)
      if (keepsOut(lock, wanted))
        noteWaiting(here, takenAt(lock, i));
    if (other.trail)
      for (const auto &[lock, stack] : places_.trail(other.trail).acquired)
        if (keepsOut(lock, wanted))
          noteWaiting(here, stack);
  }
}

void Coverage::blocked(const Outcome &attempt) {
  if (isLock(attempt.blockedOn.kind) && attempt.trail)
    noteWaiting(places_.trail(attempt.trail).stack, takenAt(attempt.blockedOn, entries_.size()));
}

} // namespace xblock

//===- race_pairs.cpp - accesses that could race in some schedule -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_pairs.h"

#include <algorithm>

namespace xblock {
namespace {

std::span<const Resource> locksOf(const RaceEvent &e, const Outcome &out) {
  return std::span(out.locks).subspan(e.locksBegin, e.locksEnd - e.locksBegin);
}

/// A lock of both that one of them at least holds not only for reading; those before aShared and
/// bShared are for reading.
bool common(std::span<const Resource> a, size_t aShared, std::span<const Resource> b,
            size_t bShared) {
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j)
      if (a[i] == b[j] && (i >= aShared || j >= bShared))
        return true;
  return false;
}

size_t sharedOf(const RaceEvent &e) { return e.locksShared - std::min(e.locksShared, e.locksBegin); }

} // namespace

void RacePairs::compare(ThreadId t, const Outcome &out) {
  if (out.events.empty())
    return;
  known_ = of(t);
  for (const RaceEvent &e : out.events) {
    if (e.kind == RaceEvent::Kind::Access)
      compareAccess(t, e, out, known_);
    else if (e.kind == RaceEvent::Kind::Join)
      known_.add(of(e.thread));
    else if (e.kind == RaceEvent::Kind::Receive || e.kind == RaceEvent::Kind::Load)
      known_.add(sent_[e.key]);
  }
}

void RacePairs::compareAccess(ThreadId t, const RaceEvent &e, const Outcome &out,
                              const Clock &known) {
  const History &history = histories_[e.key];
  for (size_t i = 0; i < history.used; ++i) {
    const Access &other = history.all[i];
    bool conflicts = (e.writes & (other.reads | other.writes)) || (e.reads & other.writes);
    if (other.thread == t || !conflicts || (e.atomic && other.atomic) ||
        known.has(other.thread, other.segment) || common(other.locks, other.shared, locksOf(e, out), sharedOf(e)))
      continue;
    if (!e.atomic) // a block ends after an atomic access anyway
      places_.insert(e.place);
    if (!other.atomic)
      places_.insert(other.place);
  }
}

void RacePairs::push(ThreadId t, const Outcome &out) {
  if (size_ == steps_.size())
    steps_.emplace_back();
  Step &step = steps_[size_++];
  step.thread = nullptr;
  if (out.events.empty())
    return;
  step.thread = &threadOf(t);
  step.recorded.clear();
  step.savedUsed = 0;
  uint32_t &segment = step.thread->segment;
  step.segment = segment;
  change(step, of(t)).add(t, segment);
  for (const RaceEvent &e : out.events)
    switch (e.kind) {
    case RaceEvent::Kind::Access:
      record(step, t, e, out);
      break;
    case RaceEvent::Kind::Join:
      of(t).add(of(e.thread));
      break;
    case RaceEvent::Kind::Receive:
    case RaceEvent::Kind::Load:
      of(t).add(sent_[e.key]);
      break;
    case RaceEvent::Kind::Create:
    case RaceEvent::Kind::Hand:
      change(step, of(e.thread)).add(of(t));
      of(t).add(t, ++segment);
      break;
    case RaceEvent::Kind::Send:
    case RaceEvent::Kind::Store:
      if (Clock &sent = change(step, sent_[e.key]); e.kind == RaceEvent::Kind::Send && e.shared)
        sent.add(of(t));
      else
        sent = of(t);
      of(t).add(t, ++segment);
      break;
    case RaceEvent::Kind::Free:
    case RaceEvent::Kind::Acquire: // locks order nothing here
    case RaceEvent::Kind::Release:
    case RaceEvent::Kind::Fence:
      break;
    }
  ++segment;
}

/// Notes the clock's value, to go back to.
Clock &RacePairs::change(Step &step, Clock &clock) {
  if (step.savedUsed == step.saved.size())
    step.saved.emplace_back();
  Saved &saved = step.saved[step.savedUsed++];
  saved.clock = &clock;
  saved.old = clock;
  return clock;
}

bool RacePairs::alike(const Access &a, ThreadId t, const RaceEvent &e, const Outcome &out) {
  return a.thread == t && a.place == e.place && a.reads == e.reads && a.writes == e.writes && a.atomic == e.atomic &&
         a.shared == sharedOf(e) && std::ranges::equal(a.locks, locksOf(e, out));
}

void RacePairs::record(Step &step, ThreadId t, const RaceEvent &e, const Outcome &out) {
  History &history = histories_[e.key];
  for (size_t i = history.used; i-- > 0;)
    if (Access &old = history.all[i]; alike(old, t, e, out)) {
      step.recorded.push_back({&history, static_cast<uint32_t>(i), old.segment, false});
      old.segment = step.thread->segment;
      return;
    }
  if (history.used == history.all.size())
    history.all.emplace_back();
  Access &access = history.all[history.used++];
  auto locks = locksOf(e, out);
  access.thread = t;
  access.segment = step.thread->segment;
  access.reads = e.reads;
  access.writes = e.writes;
  access.place = e.place;
  access.atomic = e.atomic;
  access.shared = sharedOf(e);
  access.locks.assign(locks.begin(), locks.end());
  step.recorded.push_back({&history, static_cast<uint32_t>(history.used - 1), 0, true});
}

void RacePairs::pop() {
  Step &step = steps_[--size_];
  if (!step.thread)
    return;
  step.thread->segment = step.segment;
  for (; !step.recorded.empty(); step.recorded.pop_back()) {
    const Recorded &r = step.recorded.back();
    if (r.added)
      --r.history->used;
    else
      r.history->all[r.at].segment = r.segment;
  }
  while (step.savedUsed > 0) {
    Saved &saved = step.saved[--step.savedUsed];
    std::swap(*saved.clock, saved.old);
  }
}

bool RacePairs::refine() {
  bool grew = places_.size() > boundaries_.size();
  boundaries_.assign(places_.begin(), places_.end());
  return grew;
}

} // namespace xblock

//===- race_clocks.cpp - happens-before of the schedule being executed --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_clocks.h"

#include <algorithm>

namespace xblock {
void RaceClocks::addThreads(ThreadId t) {
  while (index(t) >= threads_.size()) {
    Thread &fresh = *threads_.emplace_back(std::make_unique<Thread>());
    fresh.now.resize(threads_.size());
    fresh.now.back() = 1;
  }
}

void RaceClocks::add(Clock &to, std::span<const uint32_t> from) {
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] > (i < to.size() ? to[i] : 0))
      set(to, i, from[i]);
}

/// Adds what was given, if it is not all known.
void RaceClocks::take(Clock &to, const Given &from) {
  if (from.giver < to.size() && from.epoch <= to[from.giver])
    return;
  add(to, std::span(given_).subspan(from.begin, from.size));
}

void RaceClocks::give(Given &to, const Clock &clock, uint32_t giver) {
  auto begin = static_cast<uint32_t>(given_.size()), size = static_cast<uint32_t>(clock.size());
  if (__builtin_expect(given_.capacity() < begin + size, 0))
    given_.reserve(2 * (begin + size));
  for (uint32_t now : clock)
    given_.push_back(now);
  to = {begin, size, giver, giver == kNobody ? 0 : clock[giver]};
}

void RaceClocks::giveBeside(Given &to, const Clock &clock) {
  auto begin = static_cast<uint32_t>(given_.size()), size = static_cast<uint32_t>(std::max<size_t>(clock.size(), to.size));
  given_.resize(begin + size);
  for (uint32_t i = 0; i < size; ++i)
    given_[begin + i] = std::max(i < clock.size() ? clock[i] : 0, i < to.size ? given_[to.begin + i] : 0);
  to = {begin, size, kNobody, 0};
}

void RaceClocks::copy(Clock &to, const Clock &from) {
  for (size_t i = 0; i < from.size() || i < to.size(); ++i) {
    uint32_t value = i < from.size() ? from[i] : 0;
    if (value != (i < to.size() ? to[i] : 0))
      set(to, i, value);
  }
}

void RaceClocks::rollback(size_t mark) {
  for (; log_.size() > mark; log_.pop_back()) {
    const Change &change = log_.back();
    if (change.clock) {
      (*change.clock)[change.at] = change.old;
    } else {
      Given &given = change.old ? objects_[change.at].readers : objects_[change.at].all;
      given_.resize(given.begin); // the newest
      given = change.before;
    }
  }
}

void RaceClocks::apply(ThreadId t, const RaceEvent &event) {
  Thread &thread = threadOf(t);
  switch (event.kind) {
  case RaceEvent::Kind::Access:
  case RaceEvent::Kind::Free:
    return;
  case RaceEvent::Kind::Join:
    return add(thread.now, threadOf(event.thread).now);
  case RaceEvent::Kind::Create:
  case RaceEvent::Kind::Hand:
    add(threadOf(event.thread).now, thread.now);
    return next(thread, t);
  case RaceEvent::Kind::Receive:
    return take(thread.now, objectOf(event.key).all);
  case RaceEvent::Kind::Send:
    if (event.shared)
      giveBeside(toChange(event.key, false), thread.now);
    else
      give(toChange(event.key, false), thread.now, index(t));
    return next(thread, t);
  case RaceEvent::Kind::Acquire: {
    const Object &lock = objectOf(event.key);
    take(thread.now, lock.all);
    if (!event.shared && lock.readers.size)
      take(thread.now, lock.readers);
    return;
  }
  case RaceEvent::Kind::Release:
    if (event.shared)
      giveBeside(toChange(event.key, true), thread.now);
    else
      give(toChange(event.key, false), thread.now, index(t));
    return next(thread, t);
  case RaceEvent::Kind::Load:
    return load(thread, event);
  case RaceEvent::Kind::Store:
    return store(thread, t, event);
  case RaceEvent::Kind::Fence:
    return fence(thread, t, event.order);
  }
}

void RaceClocks::load(Thread &thread, const RaceEvent &event) {
  const Given &given = objectOf(event.key).all;
  if (acquires(event.order))
    take(thread.now, given);
  else
    add(thread.pending, std::span(given_).subspan(given.begin, given.size));
}

void RaceClocks::store(Thread &thread, ThreadId t, const RaceEvent &event) {
  bool now = releases(event.order);
  const Clock &given = now ? thread.now : thread.fenced;
  if (event.shared)
    giveBeside(toChange(event.key, false), given);
  else
    give(toChange(event.key, false), given, now ? index(t) : kNobody);
  if (releases(event.order))
    next(thread, t);
}

void RaceClocks::fence(Thread &thread, ThreadId t, Order order) {
  if (acquires(order))
    add(thread.now, thread.pending);
  if (releases(order)) {
    copy(thread.fenced, thread.now);
    next(thread, t);
  }
}

} // namespace xblock

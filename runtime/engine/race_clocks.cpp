//===- race_clocks.cpp - happens-before of the schedule being executed --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_clocks.h"

namespace xblock {
namespace {

/// What readers of a read-write lock give to its next writer, apart from what writers give to all.
constexpr uint64_t kReaders = uint64_t{1} << 55; // no bit of an address

} // namespace

void RaceClocks::addThreads(ThreadId t) {
  while (index(t) >= threads_.size()) {
    Thread &fresh = *threads_.emplace_back(std::make_unique<Thread>());
    fresh.now.resize(threads_.size());
    fresh.now.back() = 1;
  }
}

void RaceClocks::add(Clock &to, const Clock &from) {
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] > (i < to.size() ? to[i] : 0))
      set(to, i, from[i]);
}

void RaceClocks::copy(Clock &to, const Clock &from) {
  for (size_t i = 0; i < from.size() || i < to.size(); ++i) {
    uint32_t value = i < from.size() ? from[i] : 0;
    if (value != (i < to.size() ? to[i] : 0))
      set(to, i, value);
  }
}

void RaceClocks::rollback(size_t mark) {
  for (; log_.size() > mark; log_.pop_back())
    (*log_.back().clock)[log_.back().at] = log_.back().old;
}

void RaceClocks::apply(ThreadId t, const RaceEvent &event) {
  Thread &thread = threadOf(t);
  switch (event.kind) {
  case RaceEvent::Kind::Access:
  case RaceEvent::Kind::Free:
    return;
  case RaceEvent::Kind::Join:
    return add(thread.now, threadOf(event.thread).now);
  case RaceEvent::Kind::Hand:
    add(threadOf(event.thread).now, thread.now);
    return next(thread, t);
  case RaceEvent::Kind::Receive:
    return add(thread.now, objectOf(event.key));
  case RaceEvent::Kind::Send:
    if (event.shared)
      add(objectOf(event.key), thread.now);
    else
      copy(objectOf(event.key), thread.now);
    return next(thread, t);
  case RaceEvent::Kind::Acquire:
    add(thread.now, objectOf(event.key));
    if (!event.shared)
      add(thread.now, objectOf(event.key ^ kReaders));
    return;
  case RaceEvent::Kind::Release:
    if (event.shared)
      add(objectOf(event.key ^ kReaders), thread.now);
    else
      copy(objectOf(event.key), thread.now);
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
  add(acquires(event.order) ? thread.now : thread.pending, objectOf(event.key));
}

void RaceClocks::store(Thread &thread, ThreadId t, const RaceEvent &event) {
  const Clock &given = releases(event.order) ? thread.now : thread.fenced;
  if (event.shared)
    add(objectOf(event.key), given);
  else
    copy(objectOf(event.key), given);
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

//===- deadlock.cpp - says who waits for whom ---------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/deadlock.h"

#include <algorithm>
#include <cstdio>

namespace xblock {
namespace {

std::string threadName(uint64_t number) {
  return number == 0 ? "main" : "T" + std::to_string(number);
}

std::string hex(uint64_t value) {
  char text[19];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string wanted(Resource r) {
  switch (r.kind) {
  case ResourceKind::None:
  case ResourceKind::Outcome:
  case ResourceKind::Path:
  case ResourceKind::Descriptor:
  case ResourceKind::Handover:
    return "something unknown";
  case ResourceKind::File:
    return "data or room in a pipe, socket or event counter, or a connection";
  case ResourceKind::Mutex:
    return "mutex " + hex(r.id);
  case ResourceKind::Stream:
    return "the lock of stream " + hex(r.id);
  case ResourceKind::OwnLock:
  case ResourceKind::OwnReaders:
    return "lock " + hex(r.id);
  case ResourceKind::Spin:
    return "spin lock " + hex(r.id);
  case ResourceKind::Condition:
    return "a notify of condition " + hex(r.id);
  case ResourceKind::ThreadEnd:
  case ResourceKind::EndOrCancel:
    return "the end of " + threadName(r.id);
  case ResourceKind::Semaphore:
    return "semaphore " + hex(r.id);
  case ResourceKind::Signal:
    return "a signal";
  case ResourceKind::Guard:
    return "the initialisation of static " + hex(r.id);
  case ResourceKind::Once:
    return "the first call of once " + hex(r.id);
  case ResourceKind::RwLock:
    return "the writer of lock " + hex(r.id);
  case ResourceKind::RwReaders:
    return "the readers of lock " + hex(r.id);
  case ResourceKind::RwWaiting:
    return "the writers that wait for lock " + hex(r.id);
  case ResourceKind::Futex:
    return "a wake of futex " + hex(r.id);
  case ResourceKind::Join:
  case ResourceKind::Cancel:
    return "a cancellation of " + threadName(r.id);
  case ResourceKind::Barrier:
    return "barrier " + hex(r.id);
  case ResourceKind::Change:
    return "a change of what it reads, last " + hex(r.id);
  case ResourceKind::Time:
    return "a time-out";
  case ResourceKind::Patience:
  case ResourceKind::Bound:
    return "what it tried to take";
  }
  return "something unknown";
}

constexpr size_t kNobody = ~size_t{0};

/// The one of them that w waits for; kNobody: none, or somebody else.
size_t waitedFor(World &world, std::span<const Waiting> live, const Waiting &w) {
  ThreadId holder{};
  if (w.resource.kind == ResourceKind::ThreadEnd)
    holder = ThreadId(static_cast<uint32_t>(w.resource.id));
  else if (!world.owner(w.resource, holder))
    return kNobody;
  auto at = std::find_if(live.begin(), live.end(), [&](const Waiting &x) { return x.thread == holder; });
  return at == live.end() ? kNobody : static_cast<size_t>(at - live.begin());
}

} // namespace

bool waitInCircle(World &world, std::span<const Waiting> live) {
  for (const Waiting &start : live) {
    size_t at = waitedFor(world, live, start);
    for (size_t steps = 0; steps < live.size() && at != kNobody; ++steps) {
      if (live[at].thread == start.thread)
        return true;
      at = waitedFor(world, live, live[at]);
    }
  }
  return false;
}

size_t goesOnAlone(std::span<const Waiting> live) {
  size_t found = live.size(), patient = 0;
  for (size_t i = 0; i < live.size(); ++i) {
    auto &[thread, resource] = live[i];
    patient += resource.kind == ResourceKind::Patience;
    if (resource.kind != ResourceKind::Time)
      continue;
    bool earlier = found == live.size() || resource.id < live[found].resource.id ||
                   (resource.id == live[found].resource.id && thread < live[found].thread);
    found = earlier ? i : found;
  }
  for (size_t i = 0; i < live.size() && found == live.size() && patient == 1; ++i)
    if (live[i].resource.kind == ResourceKind::Patience)
      return i;
  return found;
}

bool any(std::span<const Waiting> live, ResourceKind kind) {
  return std::any_of(live.begin(), live.end(), [&](const Waiting &w) { return w.resource.kind == kind; });
}

std::optional<Failure> stuckFailure(World &world, std::span<const Waiting> live) {
  if (!waitInCircle(world, live) && (any(live, ResourceKind::Bound) || any(live, ResourceKind::Patience)))
    return std::nullopt;
  return deadlock(world, live);
}

std::string keyOf(const Waiting &w) {
  return std::to_string(index(w.thread)) + '/' + std::to_string(static_cast<unsigned>(w.resource.kind)) + '/' + hex(w.resource.id);
}

Failure deadlock(World &world, std::span<const Waiting> live) {
  std::vector<Waiting> all(live.begin(), live.end());
  std::sort(all.begin(), all.end(), [](const Waiting &a, const Waiting &b) {
    return a.thread != b.thread ? a.thread < b.thread : a.resource < b.resource;
  });
  bool loops = std::any_of(all.begin(), all.end(), [](const Waiting &w) { return w.resource.kind == ResourceKind::Change; });
  Failure failure{loops ? FailureKind::Livelock : FailureKind::Deadlock,
                  loops ? "livelock: " : "deadlock: ", all.front().thread,
                  loops ? "livelock:" : "deadlock:"};
  for (const Waiting &w : all) {
    if (&w != &all.front()) {
      failure.message += ", ";
      failure.key += ',';
    }
    failure.message += threadName(index(w.thread)) + " waits for " + wanted(w.resource);
    ThreadId holder{};
    if (w.resource.kind != ResourceKind::ThreadEnd && world.owner(w.resource, holder))
      failure.message += " held by " + threadName(index(holder));
    failure.key += keyOf(w);
  }
  return failure;
}

} // namespace xblock

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
    return "something unknown";
  case ResourceKind::Mutex:
    return "mutex " + hex(r.id);
  case ResourceKind::Condition:
    return "a notify of condition " + hex(r.id);
  case ResourceKind::ThreadEnd:
    return "the end of " + threadName(r.id);
  case ResourceKind::Semaphore:
    return "semaphore " + hex(r.id);
  case ResourceKind::Guard:
    return "the initialisation of static " + hex(r.id);
  case ResourceKind::Once:
    return "the first call of once " + hex(r.id);
  case ResourceKind::RwLock:
    return "the writer of lock " + hex(r.id);
  case ResourceKind::RwReaders:
    return "the readers of lock " + hex(r.id);
  case ResourceKind::Barrier:
    return "barrier " + hex(r.id);
  case ResourceKind::Change:
    return "a change of what it reads, last " + hex(r.id);
  }
  return "something unknown";
}

} // namespace

Failure deadlock(World &world, std::span<const Waiting> live) {
  std::vector<Waiting> all(live.begin(), live.end());
  std::sort(all.begin(), all.end(), [](const Waiting &a, const Waiting &b) {
    return a.thread != b.thread ? a.thread < b.thread : a.resource < b.resource;
  });
  bool loops = std::any_of(all.begin(), all.end(), [&](const Waiting &w) {
    return w.resource.kind == ResourceKind::Change || world.alone(w.thread) == World::Alone::Loops;
  });
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
    failure.key += std::to_string(index(w.thread)) + '/' +
                   std::to_string(static_cast<unsigned>(w.resource.kind)) + '/' +
                   hex(w.resource.id);
  }
  return failure;
}

} // namespace xblock

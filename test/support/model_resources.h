//===- model_resources.h - what a tiny program's threads wait for, in the engine's terms ----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <cstdio>
#include <cstdlib>

namespace xblock::test {

/// The engine kept a rule of World's contract; if not, ends the test binary.
inline void demand(bool kept, const char *rule) {
  if (kept)
    return;
  std::fprintf(stderr, "ModelWorld: contract broken: %s\n", rule);
  std::abort();
}

inline Resource resource(ResourceKind kind, int number) {
  return {kind, static_cast<uint64_t>(number)};
}
inline Resource mutex(int number) { return resource(ResourceKind::Mutex, number); }
inline Resource condition(int number) { return resource(ResourceKind::Condition, number); }
inline Resource semaphore(int number) { return resource(ResourceKind::Semaphore, number); }
inline Resource rwLock(int number) { return resource(ResourceKind::RwLock, number); }
inline Resource rwReaders(int number) { return resource(ResourceKind::RwReaders, number); }
inline Resource rwWaiting(int number) { return resource(ResourceKind::RwWaiting, number); }
inline Resource barrier(int number) { return resource(ResourceKind::Barrier, number); }
inline Resource threadEnd(int number) { return resource(ResourceKind::ThreadEnd, number); }
inline bool isLock(Resource r) {
  return r.kind == ResourceKind::Mutex || r.kind == ResourceKind::RwLock ||
         r.kind == ResourceKind::RwReaders || r.kind == ResourceKind::RwWaiting;
}
inline uint64_t variableKey(int number) { return static_cast<uint64_t>(number); }

} // namespace xblock::test

//===- trace.h - what happened in a schedule that is explained ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Filled only while running.tracing; private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/failure.h"
#include "world/explorer_switch.h"
#include "xblock/abi.h"

#include <set>
#include <utility>
#include <vector>

namespace xblock {

struct TracedEvent {
  const char *verb;     ///< "lock", "read", ...
  uint64_t address = 0; ///< of the object, 0 if none
  uint32_t size = 0;    ///< of a data access, 0 for other events
  bool write = false;
  ThreadId thread{};
  uint32_t block = 0;   ///< position in the schedule
  const xblock_site *site = nullptr;
  std::vector<uint64_t> pcs{}; ///< where the program was, if the site is none, or in the C++ library
  int other = -1;      ///< number of the thread it is about, -1 if none
};

extern std::vector<TracedEvent> traced;
extern uint32_t tracedBlock;      ///< position in the schedule now
extern RawStack failedStack;      ///< of the last failure
extern RawStack blockedStack;     ///< of the last blocked attempt, while tracing
void traceBlocked(Resource r);
/// An access of n bytes at p by the running thread, for whoever wants to know: the trace, or --verify-restore.
[[gnu::cold, gnu::noinline]] void tellAccess(const char *verb, const void *p, size_t n, bool write, const xblock_site *site);
/// The running thread gives them back; place: of the call.
void traceFree(const void *p, size_t n, uint32_t place);

/// The accesses that a finding is about, while its schedule runs: their stacks are taken.
void watchAccesses(const std::vector<AccessReport> &accesses);
/// Tells of them what was seen since, and forgets them.
void tellAccesses(std::vector<AccessReport> &accesses);

/// "mutex m", "the end of T1", ...
std::string describe(Resource r);
/// "the stdio lock of notes.txt". Set by the intercepts.
extern std::string (*tellStream)(uint64_t number);
/// What steps of the traced schedule told of with that key (resourceKey), of a file or the like; "" if none did. Set by the intercepts.
extern std::string (*tellFile)(uint64_t key);

/// What the waiting loop of t reads, by name: "ready", "x or y"; empty if nothing.
std::string tellLoop(ThreadId t);

/// Which accesses of the traced schedule are shown: those that conflict with another thread's, and
/// those of waiting loops.
class ShownAccesses {
public:
  /// Of what is traced, and the state that the schedule leads to.
  ShownAccesses();
  bool has(ThreadId t, uint64_t address, uint32_t size) const;

private:
  std::set<uint64_t> contested_; ///< granules
  std::set<std::pair<ThreadId, uint64_t>> spunOn_;
};

/// The events of block after block, of accesses those that are shown.
void fillBlocks(const Schedule &schedule, const ShownAccesses &shown, Finding &finding);

} // namespace xblock

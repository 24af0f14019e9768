//===- world.cpp - all that the engine knows of what it explores --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/world.h"

namespace xblock {

void Outcome::clear() {
  ending = Ending::Exit;
  blockedOn = {};
  nowWaiting = false;
  data.clear();
  sync.clear();
  acquired.clear();
  released.clear();
  holding.clear();
  started.clear();
  woken.clear();
  joined.clear();
  decisions.clear();
  wanted.clear();
  ordered.clear();
  owed.clear();
  tried.clear();
  events.clear();
  locks.clear();
  cut = {};
  outside = false;
  trail = 0;
  if (__builtin_expect(!failure.message.empty() || !failure.key.empty(), 0))
    failure = {};
}

namespace {

/// Most are empty, and the others short.
template <typename T> [[gnu::always_inline]] inline void assign(std::vector<T> &to, const std::vector<T> &from) {
  constexpr size_t kFew = 4;
  if (from.size() > kFew)
    return to.assign(from.begin(), from.end());
  to.clear();
  for (const T &x : from)
    to.push_back(x);
}

[[gnu::always_inline]] inline void assign(AccessSet &to, const AccessSet &from) {
  constexpr size_t kFew = 4;
  if (from.entries().size() > kFew)
    return to.assign(from);
  to.clear();
  for (const AccessEntry &e : from.entries())
    to.add(e.key, e.reads, e.writes);
  if (from.everything())
    to.setEverything();
}

} // namespace

void Outcome::assign(const Outcome &other) {
  ending = other.ending;
  blockedOn = other.blockedOn;
  nowWaiting = other.nowWaiting;
  xblock::assign(data, other.data);
  xblock::assign(sync, other.sync);
  xblock::assign(acquired, other.acquired);
  xblock::assign(released, other.released);
  xblock::assign(holding, other.holding);
  xblock::assign(started, other.started);
  xblock::assign(woken, other.woken);
  xblock::assign(joined, other.joined);
  xblock::assign(decisions, other.decisions);
  xblock::assign(wanted, other.wanted);
  xblock::assign(ordered, other.ordered);
  xblock::assign(owed, other.owed);
  xblock::assign(tried, other.tried);
  xblock::assign(events, other.events);
  xblock::assign(locks, other.locks);
  cut = other.cut;
  outside = other.outside;
  trail = other.trail;
  if (__builtin_expect(!failure.message.empty() || !failure.key.empty(), 0))
    failure = {};
}

bool sameSteps(const Outcome &a, const Outcome &b) {
  return a.ending == b.ending && a.blockedOn == b.blockedOn && a.nowWaiting == b.nowWaiting && a.data == b.data && a.sync == b.sync &&
         a.acquired == b.acquired && a.released == b.released && a.holding == b.holding && a.started == b.started && a.woken == b.woken &&
         a.joined == b.joined && a.decisions == b.decisions && a.wanted == b.wanted && a.ordered == b.ordered && a.owed == b.owed &&
         a.tried == b.tried && a.events == b.events && a.locks == b.locks && a.cut == b.cut && a.outside == b.outside;
}

} // namespace xblock

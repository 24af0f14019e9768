//===- archive.h - values of the search as bytes -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What a search is made of, for support/archive.h. Templates that only the two archives use.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "engine/world.h"
#include "support/archive.h"
#include "support/list.h"

namespace xblock {

template <typename A> void io(A &a, Step &s) {
  io(a, s.thread);
  io(a, s.choices);
  io(a, s.cut);
}
template <typename A> void io(A &a, Boundaries &b) {
  io(a, b.edges);
  io(a, b.places);
  io(a, b.locks);
}
template <typename A> void io(A &a, Failure &f) {
  io(a, f.kind);
  io(a, f.message);
  io(a, f.thread);
  io(a, f.key);
}
template <typename A> void io(A &a, AccessSet &s) {
  std::vector<AccessEntry> entries(s.entries().begin(), s.entries().end());
  bool everything = s.everything();
  io(a, entries);
  io(a, everything);
  if constexpr (A::kReads) {
    s.clear();
    for (const AccessEntry &e : entries)
      s.add(e.key, e.reads, e.writes);
    s.normalise();
    if (everything)
      s.setEverything();
  }
}
/// Without the events.
template <typename A> void ioWithoutEvents(A &a, Outcome &o) {
  io(a, o.ending);
  io(a, o.blockedOn);
  io(a, o.nowWaiting);
  io(a, o.data);
  io(a, o.sync);
  io(a, o.acquired);
  io(a, o.released);
  io(a, o.started);
  io(a, o.woken);
  io(a, o.joined);
  io(a, o.decisions);
  io(a, o.holding);
  io(a, o.wanted);
  io(a, o.ordered);
  io(a, o.cut);
  io(a, o.outside);
  io(a, o.owed);
  io(a, o.tried);
  io(a, o.failure);
}
template <typename A> void io(A &a, Outcome &o) {
  ioWithoutEvents(a, o);
  io(a, o.events);
  io(a, o.locks);
}
template <typename A, typename T> void io(A &a, List<T> &list) {
  std::vector<T> all(list.begin(), list.end());
  io(a, all);
  if constexpr (A::kReads) {
    list.clear();
    for (const T &element : all)
      list.push_back(element);
  }
}
template <typename A> void io(A &a, LockChain &c) {
  io(a, c.threads);
  io(a, c.locks);
}
template <typename A> void io(A &a, FoundFailure &f) {
  io(a, f.failure);
  io(a, f.schedule);
  io(a, f.foundAt);
  io(a, f.count);
  io(a, f.boundaries);
}
template <typename A> void io(A &a, PossibleDeadlock &p) {
  io(a, p.chain);
  io(a, p.schedule);
  io(a, p.foundAt);
  io(a, p.count);
}
template <typename A> void io(A &a, FoundAccess &f) {
  io(a, f.thread);
  io(a, f.place);
  io(a, f.writes);
  io(a, f.atomic);
  io(a, f.locks);
}
template <typename A> void io(A &a, FoundRace &f) {
  io(a, f.first);
  io(a, f.second);
  io(a, f.key);
  io(a, f.bytes);
  io(a, f.schedule);
  io(a, f.foundAt);
  io(a, f.boundaries);
}
template <typename A> void io(A &a, SearchResult &r) {
  io(a, r.schedules);
  io(a, r.blocks);
  io(a, r.redundant);
  io(a, r.rounds);
  io(a, r.boundaries);
  io(a, r.aborted);
  io(a, r.triedLocks);
  io(a, r.failures);
  io(a, r.possibleDeadlocks);
  io(a, r.races);
  io(a, r.unprotected);
  io(a, r.stoppedAtFailure);
  io(a, r.scheduleLimit);
  io(a, r.stopped);
  io(a, r.branchesLeft);
  io(a, r.beyondBound);
  io(a, r.cutSchedules);
  io(a, r.hopelessSchedules);
  io(a, r.unsupported);
}

} // namespace xblock

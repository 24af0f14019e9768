//===- model_accesses.cpp - the accesses of a tiny program ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/model_resources.h"
#include "support/model_world.h"

namespace xblock::test {

void ModelWorld::access(int t, const Op &op, Outcome &out) {
  bool reads = op.kind == OpKind::Read || op.kind == OpKind::Check || op.kind == OpKind::AtomicRead;
  out.data.add(variableKey(op.object), reads, !reads);
  if (op.kind == OpKind::Copy)
    out.data.add(variableKey(op.source), 1, 0);
}

/// Tells the races of it. True if the block ends after it.
bool ModelWorld::plainAccess(int t, const Op &op, Outcome &out) {
  bool copies = op.kind == OpKind::Copy, writes = op.kind == OpKind::Write || copies;
  uint32_t place = static_cast<uint32_t>(t) * 4096 + static_cast<uint32_t>(state_.position(t));
  uint32_t begin = static_cast<uint32_t>(out.locks.size());
  eachHeld(t, [&](Resource r) { // the same lock, for reading only
    if (r.kind == ResourceKind::RwReaders)
      out.locks.push_back({ResourceKind::RwLock, r.id});
  });
  uint32_t shared = static_cast<uint32_t>(out.locks.size());
  eachHeld(t, [&](Resource r) {
    if (r.kind != ResourceKind::RwReaders && r.kind != ResourceKind::RwWaiting)
      out.locks.push_back(r);
  });
  auto tell = [&](int variable, bool write) {
    out.events.push_back({.kind = RaceEvent::Kind::Access,
                          .reads = !write,
                          .writes = write,
                          .key = variableKey(variable),
                          .place = place,
                          .locksBegin = begin,
                          .locksShared = shared,
                          .locksEnd = static_cast<uint32_t>(out.locks.size())});
  };
  if (copies)
    tell(op.source, false);
  tell(op.object, writes);
  return promoted_.contains(place);
}

void ModelWorld::atomicAccess(int t, const Op &op, Outcome &out) {
  uint64_t key = variableKey(op.object);
  bool reads = op.kind != OpKind::AtomicWrite, writes = op.kind != OpKind::AtomicRead;
  if (reads)
    out.events.push_back({.kind = RaceEvent::Kind::Load, .order = op.order, .key = key});
  plainAccess(t, op, out);
  out.events.back().reads = reads;
  out.events.back().writes = writes;
  out.events.back().atomic = true;
  if (writes)
    out.events.push_back(
        {.kind = RaceEvent::Kind::Store, .shared = reads, .order = op.order, .key = key});
}

void ModelWorld::fail(int t, const Op &op, Outcome &out) {
  const std::string &name = program_.variables[static_cast<size_t>(op.object)];
  out.ending = Ending::Failed;
  out.failure.kind = FailureKind::Assertion;
  out.failure.message = "check: " + name + " is " + std::to_string(state_.variable(op.object)) +
                        ", not " + std::to_string(op.value.add);
  out.failure.thread = ThreadId(t);
  out.failure.key = "check " + name;
}

} // namespace xblock::test

//===- archive.h - what is told of a schedule as bytes -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For support/archive.h: between the explorer and a re-executing child.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/archive.h"
#include "support/failure.h"

namespace xblock {

template <typename A> void io(A &a, Frame &f) {
  io(a, f.pc);
  io(a, f.function);
  io(a, f.file);
  io(a, f.line);
}
template <typename A> void io(A &a, Event &e) {
  io(a, e.pcs);
  io(a, e.text);
  io(a, e.file);
  io(a, e.line);
}
template <typename A> void io(A &a, BlockReport &b) {
  io(a, b.thread);
  io(a, b.events);
}
template <typename A> void io(A &a, ThreadReport &t) {
  io(a, t.thread);
  io(a, t.name);
  io(a, t.state);
  io(a, t.stack);
  io(a, t.waitsFor);
  io(a, t.waitsForText);
  io(a, t.created);
  io(a, t.hasOwner);
  io(a, t.owner);
}
template <typename A> void io(A &a, AccessReport &r) {
  io(a, r.thread);
  io(a, r.place);
  io(a, r.address);
  io(a, r.size);
  io(a, r.writes);
  io(a, r.atomic);
  io(a, r.locks);
  io(a, r.name);
  io(a, r.verb);
  io(a, r.object);
  io(a, r.holding);
  io(a, r.stack);
  io(a, r.file);
  io(a, r.line);
}
template <typename A> void io(A &a, MemoryReport &r) {
  io(a, r.what);
  io(a, r.thread);
  io(a, r.name);
  io(a, r.stack);
}
template <typename A> void io(A &a, StepReport &s) {
  io(a, s.number);
  io(a, s.block);
  io(a, s.thread);
  io(a, s.event);
  io(a, s.verb);
  io(a, s.object);
  io(a, s.size);
  io(a, s.write);
  io(a, s.before);
  io(a, s.after);
  io(a, s.holding);
  io(a, s.access);
  io(a, s.failure);
}
template <typename A> void io(A &a, Finding &f) {
  io(a, f.failure);
  io(a, f.schedule);
  io(a, f.count);
  io(a, f.foundAt);
  io(a, f.threads);
  io(a, f.blocks);
  io(a, f.accesses);
  io(a, f.memory);
  io(a, f.steps);
  io(a, f.whyNoSteps);
  io(a, f.output);
}

} // namespace xblock

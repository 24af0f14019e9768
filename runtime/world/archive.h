//===- archive.h - values as bytes, between the explorer and a re-executing child -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// io(archive, value) writes or reads, whichever the archive does, so the two cannot drift apart. Both ends are the same
// program: the format has no version.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "support/check.h"
#include "support/failure.h"

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace xblock {

struct Writer {
  std::string bytes;
  void raw(void *p, size_t n) { bytes.append(static_cast<const char *>(p), n); }
  static constexpr bool kReads = false;
};
struct Reader {
  std::string bytes;
  size_t at = 0;
  void raw(void *p, size_t n) {
    XBLOCK_CHECK(at + n <= bytes.size());
    memcpy(p, bytes.data() + at, n);
    at += n;
  }
  static constexpr bool kReads = true;
};

template <typename A, typename T>
  requires std::is_trivially_copyable_v<T>
void io(A &a, T &value) {
  a.raw(&value, sizeof value);
}
template <typename A> void io(A &a, std::string &s) {
  uint64_t n = s.size();
  io(a, n);
  s.resize(n);
  a.raw(s.data(), n);
}
template <typename A, typename T> void io(A &a, std::vector<T> &v);
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
template <typename A> void io(A &a, Finding &f) {
  io(a, f.failure);
  io(a, f.schedule);
  io(a, f.count);
  io(a, f.foundAt);
  io(a, f.threads);
  io(a, f.blocks);
  io(a, f.accesses);
  io(a, f.memory);
  io(a, f.output);
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
template <typename A, typename T> void io(A &a, std::vector<T> &v) {
  uint64_t n = v.size();
  io(a, n);
  v.resize(n);
  for (T &element : v)
    io(a, element);
}

} // namespace xblock

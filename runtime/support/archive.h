//===- archive.h - values as bytes -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// io(archive, value) writes or reads, whichever the archive does, so the two cannot drift apart. A class with private
// members has a member function archive(a) that does it. Writer and reader are the same program: values have no version; what
// is kept in a file has one of the whole (frontier_linux.h).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/check.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
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
    XBLOCK_CHECK(n <= bytes.size() - at);
    if (n)
      memcpy(p, bytes.data() + at, n);
    at += n;
  }
  static constexpr bool kReads = true;
};

template <typename T, typename A>
concept HasArchive = requires(T &value, A &a) { value.archive(a); };

template <typename A, typename T>
  requires HasArchive<T, A>
void io(A &a, T &value) {
  value.archive(a);
}
template <typename A, typename T>
  requires(std::is_trivially_copyable_v<T> && !HasArchive<T, A>)
void io(A &a, T &value) {
  a.raw(&value, sizeof value);
}

/// The number of elements; each takes a byte at least.
template <typename A> size_t ioSize(A &a, size_t size) {
  uint64_t n = size;
  io(a, n);
  if constexpr (A::kReads)
    XBLOCK_CHECK(n <= a.bytes.size() - a.at);
  return n;
}
template <typename A> void io(A &a, std::string &s) {
  s.resize(ioSize(a, s.size()));
  a.raw(s.data(), s.size());
}
template <typename A, typename T, typename U> void io(A &a, std::pair<T, U> &p);
template <typename A, typename T> void io(A &a, std::optional<T> &o);
template <typename A, typename T> void io(A &a, std::set<T> &s);
template <typename A, typename K, typename V> void io(A &a, std::map<K, V> &m);
template <typename A, typename K, typename V> void io(A &a, std::unordered_map<K, V> &m);
template <typename A, typename T> void io(A &a, std::vector<T> &v) {
  v.resize(ioSize(a, v.size()));
  for (T &element : v)
    io(a, element);
}
template <typename A, typename T, typename U> void io(A &a, std::pair<T, U> &p) {
  io(a, p.first);
  io(a, p.second);
}
template <typename A, typename T> void io(A &a, std::optional<T> &o) {
  bool has = o.has_value();
  io(a, has);
  if (has && !o)
    o.emplace();
  if (has)
    io(a, *o);
  else
    o.reset();
}

/// Of a set or map: as a list of what it has.
template <typename Element, typename A, typename Container> void ioElements(A &a, Container &c) {
  std::vector<Element> all(c.begin(), c.end());
  io(a, all);
  if constexpr (A::kReads) {
    c.clear();
    c.insert(all.begin(), all.end());
  }
}
template <typename A, typename T> void io(A &a, std::set<T> &s) { ioElements<T>(a, s); }
template <typename A, typename K, typename V> void io(A &a, std::map<K, V> &m) { ioElements<std::pair<K, V>>(a, m); }
template <typename A, typename K, typename V> void io(A &a, std::unordered_map<K, V> &m) {
  ioElements<std::pair<K, V>>(a, m);
}

} // namespace xblock

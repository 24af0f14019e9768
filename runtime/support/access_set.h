//===- access_set.h - what a block read and wrote -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. Entries are sorted by key, each key once.
//  2. `signature` has bit hash(key) % 64 set for every entry, `written` for every entry that writes: if
//     neither set's `written` meets the other's `signature` there is no conflict.
// A key is an 8-byte granule of memory (address / 8) with one mask bit a byte, or a synchronisation
// object (Resource) with mask 1; the two never collide: resource keys have bit 63 set.
// Private memory. The world fills one a block, the engine compares them (paper 001, section 5.1).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

struct AccessEntry {
  uint64_t key = 0;
  uint8_t reads = 0;  ///< a bit for each byte read
  uint8_t writes = 0; ///< a bit for each byte written
  friend bool operator==(const AccessEntry &, const AccessEntry &) = default;
};

constexpr uint64_t resourceKey(Resource r) {
  return (uint64_t{1} << 63) | (static_cast<uint64_t>(r.kind) << 56) |
         (r.id & ((uint64_t{1} << 56) - 1));
}
constexpr uint64_t signatureBit(uint64_t key) {
  return uint64_t{1} << ((key * 0x9E3779B97F4A7C15ull) >> 58);
}

class AccessSet {
public:
  void clear() {
    entries_.clear();
    signature_ = written_ = 0;
    everything_ = false;
  }
  /// Adds to the set; keys may come in any order and repeat until normalise().
  [[gnu::always_inline]] void add(uint64_t key, uint8_t reads, uint8_t writes) {
    entries_.push_back({key, reads, writes});
    uint64_t bit = signatureBit(key);
    signature_ |= bit;
    written_ |= writes ? bit : 0;
  }
  /// More of the key that was added last.
  [[gnu::always_inline]] void addToLast(uint8_t reads, uint8_t writes) {
    AccessEntry &e = entries_.back();
    e.reads |= reads;
    e.writes |= writes;
    written_ |= writes ? signatureBit(e.key) : 0;
  }
  void assign(const AccessSet &other) {
    entries_.assign(other.entries_.begin(), other.entries_.end());
    signature_ = other.signature_;
    written_ = other.written_;
    everything_ = other.everything_;
  }
  /// Sorts and merges. Call once after the last add.
  void normalise() {
    if (entries_.size() > 1)
      sort();
  }
  /// Adds what the other set has. Both are normalised, and this one stays so.
  void merge(const AccessSet &other);
  /// Conflicts with every set, the empty one included: the end of the process.
  void setEverything() { everything_ = true; }
  bool everything() const { return everything_; }
  bool empty() const { return entries_.empty() && !everything_; }
  uint64_t signature() const { return signature_; }
  uint64_t written() const { return written_; }
  std::span<const AccessEntry> entries() const { return entries_; }
  friend bool operator==(const AccessSet &, const AccessSet &) = default;

private:
  void sort();

  std::vector<AccessEntry> entries_;
  uint64_t signature_ = 0, written_ = 0;
  bool everything_ = false;
};

/// conflict() of sets whose signatures meet, or of which one is everything.
bool conflictByEntry(const AccessSet &a, const AccessSet &b);

/// w1 ∩ w2, r1 ∩ w2 or w1 ∩ r2 is not empty (paper 001, section 5.1).
inline bool conflict(const AccessSet &a, const AccessSet &b) {
  bool meet = ((a.written() & b.signature()) | (a.signature() & b.written())) != 0;
  return (meet || a.everything() || b.everything()) && conflictByEntry(a, b);
}

/// `writer` writes something that `reader` reads.
bool feeds(const AccessSet &writer, const AccessSet &reader);

} // namespace xblock

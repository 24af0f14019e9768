//===- trails.h - where blocks end, and take locks -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For coverage (engine/coverage.h): the running thread walks over its own stack where it takes a
// lock, and as it leaves the processor. Only code of the program is kept. Outcome::trail is the
// number of what a block did; so a block that is not run again, since its result is known, has that
// of before: what it depends on has its stack.
//  1. Nothing happens but if running.followsTrails is set.
//  2. On a fiber nothing is allocated: numbers are given on the explorer's stack.
//  3. Numbers are of one process. To another, a copy of the same, a trail is said in addresses.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/coverage.h"
#include "support/archive.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace xblock {

class Trails {
public:
  /// On the explorer's stack: a block begins, has ended.
  void begin();
  uint32_t end();
  /// On a fiber: it took the lock; it stops here.
  void took(Resource lock);
  void stops();

  /// Writes what the number means, or reads that and numbers it here; 0 is 0.
  template <typename A> void archive(A &a, uint32_t &number);

  /// Where the main thread stands as the search begins: the end of the block that ran last.
  uint32_t lastStack() const { return lastStack_; }
  const Trail &trail(uint32_t number) const { return *trails_[number - 1]; }
  /// Addresses of calls, innermost first.
  std::span<const uint64_t> stack(uint32_t number) const { return *stacks_[number - 1]; }
  uint32_t stacks() const { return static_cast<uint32_t>(stacks_.size()); }

private:
  struct Walked {
    uint32_t begin = 0, size = 0; ///< in walked_
  };
  struct Taken {
    Resource lock;
    Walked at;
  };
  Walked walk();
  uint32_t numberOf(Walked stack);
  uint32_t numberOf(std::vector<uint64_t> stack);
  uint32_t numberOf(Trail trail);
  template <typename A> void ioStack(A &a, uint32_t &number);

  static constexpr unsigned kMostTaken = 64;   // as many as a thread can hold, and some
  static constexpr unsigned kMostWords = 4096; // of all stacks of a block
  uint64_t words_[kMostWords];
  uint32_t used_ = 0;
  Taken taken_[kMostTaken];
  uint32_t takenCount_ = 0;
  Walked end_;
  uint32_t lastStack_ = 0;
  std::map<std::vector<uint64_t>, uint32_t> stackNumbers_;
  std::vector<const std::vector<uint64_t> *> stacks_;
  std::map<Trail, uint32_t> trailNumbers_;
  std::vector<const Trail *> trails_;
};

extern Trails trails;

template <typename A> void Trails::ioStack(A &a, uint32_t &number) {
  std::vector<uint64_t> addresses;
  if (!A::kReads && number)
    addresses = *stacks_[number - 1];
  io(a, addresses);
  if constexpr (A::kReads)
    number = numberOf(std::move(addresses));
}

template <typename A> void Trails::archive(A &a, uint32_t &number) {
  bool known = number != 0;
  io(a, known);
  number = known ? number : 0;
  if (!known)
    return;
  Trail said = A::kReads ? Trail() : trail(number);
  uint64_t taken = ioSize(a, said.acquired.size());
  said.acquired.resize(taken);
  for (auto &[lock, stack] : said.acquired) {
    io(a, lock);
    ioStack(a, stack);
  }
  ioStack(a, said.stack);
  if constexpr (A::kReads)
    number = numberOf(std::move(said));
}

} // namespace xblock

//===- known_blocks.h - blocks whose results are known --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A search comes to the same block of a thread again and again: after others did something that makes no difference to it.
// What the block did then is put in place instead: it is not run again.
//
// Invariants
//  1. Recorded is a block only if it consists of steps whose inputs are known: plain and atomic accesses, locking and unlocking
//     of mutexes, the end of the thread (Running::reusable). Its inputs are the thread's own state (its live stack, registers,
//     and record, byte for byte) and the bytes that it read elsewhere, with their marks in the heap's shadow.
//  2. Reused is it only if all of these are the same, byte for byte.
//  3. What it changed is what the undo log has of it; with a change that neither hooks nor a known step told of it is not recorded.
//  4. ThreadState::known is the number of the thread's own state, or 0. It is 0 once anything else changed that state: change()
//     of its record, or a first touch of its stack since the epoch in which it became known.
//  5. Forgotten is all when boundaries change, or what earlier schedules taught of objects.
// Private memory, at most kMostBytes. Called by ProcessWorld; with --verify-restore nothing is reused, but each block that could
// have been is run and compared.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "memory/undo_log.h"
#include "world/process_world.h"
#include "world/thread_table.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xblock {

class KnownBlocks {
public:
  static constexpr uint64_t kMostBytes = uint64_t{32} << 20;

  /// Once, before the first block.
  void enable();
  /// Nothing is recorded or reused from here on.
  void disable();
  /// What is known no longer holds.
  void forget();

  /// Puts what the next block of t does in place, if it is known, and tells of it; else null. The block takes no choices. What it returns is
  /// valid until the next block runs.
  const Outcome *reuse(ThreadId t);
  /// The next block of t, which takes no choices, is about to run.
  void begin(ThreadId t);
  /// A block of t ran, with begin() before it or not: `out` is what it did. False if it was known (--verify-restore) and did
  /// something else.
  bool end(ThreadId t, const Outcome &out);

  bool on() const { return on_; }
  /// Meanwhile each block runs, and none is recorded.
  void pause(bool paused) { paused_ = paused; }
  bool mayReuse() const { return on_ && !paused_; }

private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  /// HeldLock::sinceBlock: only the block that took it looks there.
  static constexpr uint64_t kSinceBlock = (uint64_t{1} << 43) - 1;
  static constexpr size_t kWordOfHeld = offsetof(ThreadState, held) / 8;
  static constexpr size_t kWordOfProgress = offsetof(ThreadState, progress) / 8;
  static constexpr size_t kWordOfKnown = offsetof(ThreadState, known) / 8;
  static_assert(offsetof(ThreadState, held) % 8 == 0 && sizeof(HeldLock) == 32);
  /// Bytes of a word.
  struct Item {
    uint64_t address, mask, value;
  };
  /// A thread's own state: words_[begin, begin + size).
  struct State {
    uint64_t hash;
    uint32_t begin, size;
    uint32_t firstBlock;   ///< that begins in it, in blocks_
    uint32_t inVain = 0;   ///< blocks from it in a row of which none could be recorded
  };
  struct Block {
    uint32_t next = kNone; ///< of the same state
    uint32_t reads = 0, readsEnd = 0, writes = 0, writesEnd = 0; ///< in items_
    uint32_t stack = 0, stackEnd = 0;                            ///< in words_
    uint64_t stackLow = 0;
    uint32_t stackWords = kNone; ///< behind the writes: the few words of the stack that changed, instead; kNone: not so
    FiberState fiber{};
    uint64_t after = 0; ///< the thread's state, 0 if it ended
    bool progress = false;
    bool endsLoops = false; ///< it may end waiting loops of others that read its stack, and made no progress but that
    Outcome out;
  };
  struct OldChunk {
    uint64_t address;
    const uint64_t *words;
  };

  bool canBeKnown(const ThreadState &th) const;
  uint64_t stateOf(ThreadId t);
  State &stateAt(uint64_t known) { return states_[known - base_]; }
  Block *find(ThreadId t);
  bool holds(const Block &b) const;
  void put(ThreadId t, const Block &b);
  void grow();
  void learnState(ThreadId t);
  void learnOthers(ThreadId t);
  bool mayRecord();
  bool record(ThreadId t, const Outcome &out, Block &b);
  bool recordAccesses(ThreadId t);
  bool recordChanges(ThreadId t);
  void recordStack(const State &before, const State &after, Block &b);
  void recordStackWords(uint64_t top, std::span<const uint64_t> was, std::span<const uint64_t> is, Block &b);
  void putWords(ThreadId t, const Block &b);
  uint64_t before(uint64_t address) const;
  Item *writeOf(uint64_t address);
  void keep(Block &&b);
  bool sameAs(const Block &a, const Block &b) const;

  bool on_ = false, paused_ = false, recording_ = false;
  uint64_t base_ = 1; ///< number of states_[0]
  std::vector<State> states_;
  std::vector<uint32_t> table_; ///< of states, by hash; kNone: free
  std::vector<uint64_t> words_;
  std::vector<Item> items_;
  std::vector<Block> blocks_;
  uint64_t outcomeBytes_ = 0;
  uint64_t tried_ = 0, reused_ = 0, looked_ = 0;

  // Of the block that is recorded.
  uint64_t from_ = 0;
  LogPosition position_;
  Scalars scalars_;
  uint32_t expected_ = kNone;
  std::vector<OldChunk> old_;
  std::vector<Item> reads_, writes_, stackWords_;
  std::vector<uint64_t> scratch_;
};

extern KnownBlocks knownBlocks;

} // namespace xblock

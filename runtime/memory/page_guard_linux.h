//===- page_guard_linux.h - pages that only writes with hooks may change --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For --memory=strict. Guarded memory is read-only, page by page, until the undo log takes a chunk of the page in: that opens
// it until closeAll(). What nobody told of faults; where the page was open already, the bytes differ from a copy that was made as
// it was opened, which is seen later: when the chunk is logged after all, or when the block ends.
//
// Invariants
//  1. A page is writable exactly if it is open, or of the stack that runs. No page is open right after closeAll().
//  2. Copies are of pages opened by log(); what openQuietly() opens is not compared.
//  3. A page that is suspected counts as open, so that it is compared, and is not writable but while it is stepped over.
//  4. A write to a chunk that the log holds already is not seen: going back undoes it.
// Private memory. Off, it costs a branch where the undo log copies a chunk.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/checksums.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace xblock {

class PageGuard {
public:
  /// Maps what it needs, and is on from here. False if the address space is taken.
  bool map();
  bool on() const { return on_; }

  /// The bytes of [low, high) are guarded, once the pages are closed. What else lies in their pages may be written by anyone.
  /// Again for the same bytes: closes them.
  void guard(uint64_t low, uint64_t high);
  /// These are compared only: what else lies in their pages is written by the kernel.
  void watch(uint64_t low, uint64_t high);

  /// The undo log has taken in the chunk at that address, which is about to change.
  void log(uint64_t chunk);
  /// [low, high) is about to be written by the runtime, which knows how to undo it.
  void openQuietly(uint64_t low, uint64_t high);
  /// The stack [low, high) is the one that runs: its pages are writable, those of the one before are not.
  void run(uint64_t low, uint64_t high);
  void closeAll();
  /// Opens the page of a byte that is not guarded.
  void share(uint64_t address);

  /// From the next closeAll() on, each write to that page faults: to see who makes it.
  void suspect(uint64_t address);
  bool isSuspected(uint64_t address) const { return suspected_ && (address & ~uint64_t{4095}) == suspected_; }
  /// For one instruction, of which the page is opened.
  void stepOver(bool open);

  /// Whether a write there faults because the page is closed.
  bool isClosed(uint64_t address) const;
  /// Whether the byte itself is guarded.
  bool isGuarded(uint64_t address) const;
  /// The first bytes since closeAll() that are others though nothing told of it, in chunks that the log does not hold.
  std::optional<MemoryRange> unnoted();

private:
  enum State : uint8_t { kNone, kClosed, kOpen, kRuns };
  struct Opened {
    uint64_t page : 63;
    uint64_t copied : 1;
  };
  struct Watched {
    MemoryRange range;
    std::vector<char> copy;
  };
  static Opened *openedPages(); ///< since closeAll()
  void open(uint64_t page, bool copy);
  void set(uint64_t low, uint64_t high, State state);
  void compare(uint64_t chunk, uint64_t low, uint64_t high, const char *copyOfLow);
  void compareGuarded(uint64_t chunk, uint64_t page, const char *copyOfPage);
  static char *copyOf(uint64_t opened);

  bool on_ = false;
  std::vector<MemoryRange> guarded_; ///< sorted, apart
  std::vector<Watched> watched_;
  uint64_t opened_ = 0;              ///< how many pages were
  std::optional<MemoryRange> unnoted_;
  MemoryRange runs_{0, 0};
  uint64_t suspected_ = 0;           ///< a page, 0: none
};

extern PageGuard pageGuard;

} // namespace xblock

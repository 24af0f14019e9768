//===- tracked_heap.h - the program's heap --------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Deterministic: the addresses a thread gets depend on its own allocations and frees alone, never on how threads
// interleave, so that blocks which only allocate commute. Each thread has an arena (a range, free lists by size, a
// quarantine); a block is freed to the arena of the thread that frees it, and used again when it leaves the quarantine.
//
// Invariants
//  1. All metadata (arena records, block headers, free lists, shadow) is tracked: every write is preceded by undoLog.touch.
//  2. A block's header lies in the 32 bytes before it. The shadow says kBlockBegins there, which no program can forge.
//  3. Around a block lie at least 32 bytes that are in none: its header, and the next one's.
//  4. A block of kLarge bytes or more has 64 KiB regions of its own, which name its header.
//  5. When a thread's range is used up, blocks come from a shared overflow range: still correct, no longer independent of
//     how threads interleave.
// Called by intercept/ on the program's behalf, and by the runtime for what must be rolled back (BlockKind::Runtime).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/layout_linux.h"

#include <cstddef>
#include <cstdint>

namespace xblock {

enum class FreeResult : uint8_t { Ok, DoubleFree, NotABlock };

enum class BlockKind : uint8_t {
  Runtime,  ///< the program does not know of it
  Malloc,   ///< malloc and what else free() takes
  New,      ///< operator new
  NewArray, ///< operator new[]
  Text,     ///< operator new, by a library for the text of an exception
};

/// Who allocates.
struct Allocation {
  BlockKind kind = BlockKind::Runtime;
  uint8_t alignment = 0; ///< of an aligned operator new: log2, else 0
  uint32_t stack = 0;    ///< any number
};

struct HeapBlock {
  uint64_t begin, size; ///< size: asked for
  bool live;
  Allocation allocation;
  uint32_t allocatedBy; ///< thread
  uint32_t freedBy, freedStack; ///< unless live
};

class TrackedHeap {
public:
  /// A thread's freed blocks wait here before they are used again: so many bytes, or blocks, of them; at least one.
  static constexpr uint64_t kQuarantineBytes = uint64_t{256} << 10;
  static constexpr uint32_t kQuarantineBlocks = 1024;
  static constexpr size_t kLarge = size_t{64} << 10;

  bool map();

  static bool contains(const void *p) {
    return reinterpret_cast<uint64_t>(p) - layout::kHeap < layout::kHeapSize;
  }

  /// n bytes aligned to `alignment` (a power of two, at least 16) for `thread`; null if the heap is used up.
  void *allocate(uint32_t thread, size_t n, size_t alignment = 16, Allocation how = {});
  FreeResult free(uint32_t thread, void *p, uint32_t stack = 0);
  /// Bytes asked for. p must be a block.
  size_t sizeOf(const void *p) const;
  bool isLive(const void *p) const;
  /// Calls tell(to, low, high) for all that is in use of the ranges of that many threads, free blocks and the heap's own data
  /// included.
  void forEachUsed(uint32_t threads, void (*tell)(void *to, uint64_t low, uint64_t high), void *to) const;

  /// What heapAllows says of blocks of any size.
  bool allows(uint64_t granule, unsigned end) const;
  /// The first of the n bytes at p that is not in a live block, null if all are.
  const void *firstOutside(const void *p, size_t n) const;
  /// The block of kLarge bytes or more whose room the address, is in. False if it is in none's.
  bool largeBlockOf(uint64_t address, HeapBlock &out) const;
  /// The block that begins at p, live or freed. False if none does.
  bool blockAt(const void *p, HeapBlock &out) const;
  /// The block that the address lies in, live or freed, or else the nearest of its two neighbours, if they are near.
  bool nearest(uint64_t address, HeapBlock &out) const;

  /// Live blocks, without the runtime's, and their bytes.
  struct Live {
    int64_t blocks = 0, bytes = 0;
  };
  Live live(uint32_t threads) const;
  /// Where the live block begins that `address` points into, or at; 0 if into none.
  uint64_t liveBlockOf(uint64_t address) const;
  /// Calls f(const HeapBlock &) for each live block of these threads, lowest addresses first.
  template <typename F> void forEachLive(uint32_t threads, F &&f) const {
    for (uint32_t t = 0; t <= threads; ++t)
      for (uint64_t at = nextLive(t, threads, 0); at; at = nextLive(t, threads, at))
        f(describe(*reinterpret_cast<const Header *>(at - sizeof(Header))));
  }

private:
  static constexpr unsigned kClasses = 64 + 4 * 27; // 16-byte steps to 1 KiB, then 4 steps a doubling to 128 GiB
  static constexpr uint64_t kRegion = uint64_t{64} << 10;
  enum class State : uint8_t { Live, Freed };
  struct Header {
    uint64_t size;      ///< asked for
    uint32_t back;      ///< from here to where the room of the block begins, in units of 16 bytes
    uint32_t next;      ///< in a free list: Ref of the next header
    uint32_t stack, freedStack;
    uint16_t allocatedBy, freedBy;
    uint8_t sizeClass;
    State state;
    BlockKind kind;
    uint8_t alignment;
  };
  static_assert(sizeof(Header) == 32);
  using Ref = uint32_t; ///< an address of the heap, from its begin on in units of 16 bytes; 0: none
  struct alignas(256) Arena {
    uint64_t next, end; ///< the unused rest of its range; 0 before first use
    int64_t live, liveBytes; ///< allocated by the thread, less those it freed
    uint64_t quarantined;    ///< bytes
    uint32_t oldest, waiting; ///< in `quarantine`
    Ref free[kClasses];
    Ref quarantine[kQuarantineBlocks];
  };

  static unsigned classOf(size_t n);
  static size_t classSize(unsigned c);
  static bool isLarge(unsigned c) { return classSize(c) >= kLarge; }
  static uint64_t roomOf(unsigned c) { return sizeof(Header) + classSize(c); }
  static Ref refOf(const Header *h) {
    return static_cast<Ref>((reinterpret_cast<uint64_t>(h) - layout::kHeap) / 16);
  }
  static Header *headerAt(Ref r) { return reinterpret_cast<Header *>(layout::kHeap + uint64_t{r} * 16); }
  static Ref *regionOf(uint64_t address);
  static HeapBlock describe(const Header &h);

  Arena *arena(uint32_t thread);
  static Arena *recordOf(uint32_t thread);
  static uint64_t rangeOf(uint32_t thread); ///< where it begins
  static uint64_t carve(Arena *a, unsigned c);
  uint64_t room(uint32_t thread, unsigned c, Header *&before);
  static void paint(uint64_t room, Header *h);
  static void paintLarge(uint64_t room, Header *h, Header *before);
  static void quarantine(Arena *a, Header *h);
  static void release(Arena *a);
  Header *headerOf(const void *p) const;
  const Header *ownerOf(uint64_t address) const;
  uint64_t nextLive(uint32_t thread, uint32_t threads, uint64_t after) const;
};

extern TrackedHeap trackedHeap;

} // namespace xblock

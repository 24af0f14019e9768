//===- tracked_heap.h - the program's heap --------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Deterministic: the addresses a thread gets depend on its own allocations and frees alone, never on how threads
// interleave, so that blocks which only allocate commute. Each thread has an arena (a range and free lists by size);
// a block is freed to the arena of the thread that frees it.
//
// Invariants
//  1. All metadata (arena records, block headers, free lists) is tracked: every write is preceded by undoLog.touch.
//  2. A block's header lies in the 16 bytes before it; `state` tells live from freed.
//  3. When a thread's range is used up, blocks come from a shared overflow range: still correct, no longer invariant 1
//     of interleaving.
// Called by intercept/ on the program's behalf only, never by the runtime for itself.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/layout_linux.h"

#include <cstddef>
#include <cstdint>

namespace xblock {

enum class FreeResult : uint8_t { Ok, DoubleFree, NotABlock };

class TrackedHeap {
public:
  bool map();

  static bool contains(const void *p) {
    return reinterpret_cast<uint64_t>(p) - layout::kHeap < layout::kHeapSize;
  }

  /// n bytes aligned to `alignment` (a power of two, at least 16) for `thread`; null if the heap is used up.
  void *allocate(uint32_t thread, size_t n, size_t alignment = 16);
  FreeResult free(uint32_t thread, void *p);
  /// Bytes asked for. p must be a live block.
  size_t sizeOf(const void *p) const;
  bool isLive(const void *p) const;

private:
  static constexpr unsigned kClasses = 64 + 4 * 27; // 16-byte steps to 1 KiB, then 4 steps a doubling to 128 GiB
  struct Header {
    uint64_t size;  ///< asked for
    uint32_t state; ///< kLive, kFree, or kShift + bytes back to the real header
    uint32_t sizeClass;
  };
  struct Arena {
    uint64_t next, end; ///< the unused rest of its range; 0 before first use
    uint64_t free[kClasses];
  };
  static constexpr uint32_t kLive = 0x4c495645, kFree = 0x46524545;

  static unsigned classOf(size_t n);
  static size_t classSize(unsigned c);
  Arena *arena(uint32_t thread);
  uint64_t carve(Arena *a, size_t n);
  Header *headerOf(const void *p) const;
};

extern TrackedHeap trackedHeap;

} // namespace xblock

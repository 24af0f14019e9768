//===- heap_shadow.h - which bytes of the program's heap may be accessed --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One byte for each 8 bytes of the heap, written by the tracked heap: 1 to 8 says how many of them, from the first on, lie
// in a live block; anything else that none does. All zero where nothing was allocated yet.
// Blocks of 64 KiB and more have zeroes, so that allocating one costs no more than its header: TrackedHeap::allows knows
// them by their regions.
// Tracked memory. heapAllows is the hook path: no allocation, no libc.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/layout_linux.h"
#include "xblock/abi.h"

#include <cstdint>

namespace xblock {

static_assert(layout::kHeap == XBLOCK_HEAP_BEGIN && layout::kHeapSize == uint64_t{1} << XBLOCK_HEAP_SHIFT &&
              layout::kHeap % layout::kHeapSize == 0 && layout::kHeapShadow == XBLOCK_HEAP_SHADOW);

/// Values beside 1 to 8.
enum HeapByte : int8_t {
  kUnallocated = 0,
  kBlockBegins = -1, ///< the last 8 bytes before a block: its header's end
  kRedZone = -2,     ///< what else lies around a block
  kFreed = -3,
};

inline int8_t *heapShadowOf(uint64_t address) {
  return reinterpret_cast<int8_t *>(layout::kHeapShadow + ((address - layout::kHeap) >> 3));
}

/// Whether the first `end` (1 to 8) bytes of the granule are outside the heap, or in a live block of less than 64 KiB.
inline bool heapAllows(uint64_t granule, unsigned end) {
  return granule - layout::kHeap >= layout::kHeapSize || *heapShadowOf(granule) >= static_cast<int>(end);
}

} // namespace xblock

//===- heap_shadow.h - which bytes of the program's heap may be accessed --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One byte for each 8 bytes of the heap, written by the tracked heap: 1 to 8 says how many of them, from the first on, lie
// in a live block; anything else that none does. All zero where nothing was allocated yet.
// Blocks of 64 KiB and more have zeroes, so that allocating one costs no more than its header: TrackedHeap::allows knows
// them by their regions.
// The shadow has a shadow too, which says of each of its bytes that no block has it: hooks see accesses of it as they see those of
// a red zone. Nobody writes to that.
// Tracked memory. heapAllows is the hook path: no allocation, no libc.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/layout_linux.h"
#include "xblock/abi.h"

#include <cstdint>

namespace xblock {

static_assert(layout::kGuarded == XBLOCK_GUARDED_BEGIN && layout::kGuardedSize == uint64_t{1} << XBLOCK_GUARDED_SHIFT &&
              layout::kGuarded % layout::kGuardedSize == 0 && layout::kGuardedShadow == XBLOCK_GUARDED_SHADOW);

/// Values beside 1 to 8.
enum HeapByte : int8_t {
  kUnallocated = 0,
  kBlockBegins = -1, ///< the last 8 bytes before a block: its header's end
  kRedZone = -2,     ///< what else lies around a block
  kFreed = -3,
};

/// Also of the shadow itself, and of what lies below it.
inline int8_t *heapShadowOf(uint64_t address) {
  return reinterpret_cast<int8_t *>(layout::kGuardedShadow + ((address - layout::kGuarded) >> 3));
}

/// Whether the first `end` (1 to 8) bytes of the granule are outside the heap and its shadow, or in a live block of less than 64 KiB.
inline bool heapAllows(uint64_t granule, unsigned end) {
  return granule - layout::kGuarded >= layout::kGuardedSize || *heapShadowOf(granule) >= static_cast<int>(end);
}

} // namespace xblock

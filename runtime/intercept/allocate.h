//===- allocate.h - what the forms of malloc and operator new have in common ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "world/heap_errors.h"

#include <cstddef>
#include <cstdint>

namespace xblock {

/// Of a call of an allocator.
struct Caller {
  const void *pc;    ///< where it returns to
  const void *frame; ///< of the allocator
};
#define XBLOCK_CALLER (::xblock::Caller{__builtin_return_address(0), __builtin_frame_address(0)})

/// n bytes for who calls; null, with errno, if there are none, or --fail-malloc has it so.
void *allocate(size_t n, Caller caller, BlockKind kind);
/// Zeros, for a map of the program's: whole pages of the heap. It is given back by release().
void *allocateMap(size_t n, Caller caller);
/// The same at a multiple of `alignment`; `log` as in Allocation.
void *allocateAligned(size_t alignment, size_t n, Caller caller, BlockKind kind, uint8_t log = 0);
/// Gives p back, unless it is null.
void release(void *p, Caller caller, const Release &how);

} // namespace xblock

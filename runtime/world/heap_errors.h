//===- heap_errors.h - failures of kind heap ------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// On the fiber of the running thread, at the access or call that is wrong. What the allocator knows of the block (who
// allocated it, who freed it) goes with the finding.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/tracked_heap.h"
#include "support/failure.h"
#include "xblock/abi.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xblock {

/// An access of n bytes at p is wrong, if any of them is of the heap and in no live block; else returns.
void checkHeapAccess(const void *p, size_t n, bool write);

/// What gives a block back.
struct Release {
  const char *function; ///< "free", "operator delete[]"
  BlockKind kind;
  bool sized = false;     ///< `size` is given
  size_t size = 0;
  uint8_t alignment = 0;  ///< log2 of what an aligned form is given, else 0
};
/// Fails if `block`, which is live, is none that it may give back.
void checkRelease(const HeapBlock &block, const Release &how);
[[noreturn]] void failDoubleFree(const HeapBlock &block, const char *function);
/// p begins no block.
[[noreturn]] void failWildFree(const void *p, const char *function);
/// The same of a function that asks for a block without giving it back.
[[noreturn]] void failFreedUse(const HeapBlock &block, const char *function);
[[noreturn]] void failWildUse(const void *p, const char *function);
/// Of what libc gives back as it is closed, by a call of that thread with that stack (keepStackToTell).
struct Closing {
  ThreadId thread;
  uint32_t stack;
};
/// `function` is called with a stream behind that.
[[noreturn]] void failClosedStream(const char *function, Closing closing);

/// Of a leak: blocks that one place allocated.
struct Leak {
  HeapBlock block; ///< one of them
  uint64_t blocks, bytes;
};
/// Who allocated the block and, if it is not live, who freed it.
std::vector<MemoryReport> memoryReportsOf(const HeapBlock &block);

/// `leaks` is not empty; the most bytes first.
[[noreturn]] void failLeaks(const std::vector<Leak> &leaks);

/// Of the last failure, if it was one of these.
extern std::vector<MemoryReport> failedMemory;

} // namespace xblock

//===- heap.h - switches of the allocator ---------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

namespace xblock {

/// The tracked heap is mapped. Before that all allocations are the C library's.
extern bool heapReady;
/// main has begun: what is allocated outside the program's threads is the explorer's.
extern bool explorerRuns;
/// Set before a call of a library function that allocates once on the program's behalf; the allocation clears it.
extern bool allocateTracked;
/// What libraries allocate belongs to the program: they fill objects of its own. While no block ends.
extern bool librariesAllocateTracked;
struct LibrariesAllocateTracked {
  explicit LibrariesAllocateTracked(bool tracked) { librariesAllocateTracked = tracked || before; }
  ~LibrariesAllocateTracked() { librariesAllocateTracked = before; }
  LibrariesAllocateTracked(const LibrariesAllocateTracked &) = delete;
  LibrariesAllocateTracked &operator=(const LibrariesAllocateTracked &) = delete;
  const bool before = librariesAllocateTracked; ///< it may be within another
};
/// malloc whose result belongs to the program.
void *allocateForProgram(unsigned long n);

} // namespace xblock

//===- user_regions.h - what the program marks as ignored, or as one step -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// xblock_ignore_begin() and xblock_atomic_begin() of xblock/xblock.h, and their ends, called by the hooks.
//
// Invariants
//  1. Accesses of an ignored region are touched (undo_log.h), and looked at by the heap, but neither recorded nor events, and end no
//     block. What intercepts note of synchronisation objects is recorded.
//  2. An atomic section lies within one block, unless it has to wait after a boundary that it passed over: taken back to before that, it would keep
//     from others what they may wait for. Before it, the block ends if a lock is held: an attempt that is blocked in the section
//     goes back to where it holds it. After it, if it would have ended in it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

namespace xblock {

void beginIgnoring();
void endIgnoring();
void beginAtomic();
void endAtomic();

/// Of boundary(), in an atomic section: the block does not end. A failure if the thread cannot go on without others.
void passOver();
/// In an atomic section, before what may have to wait: ends the block if it passed over a boundary.
void splitSection();
/// A failure if the running thread, which is about to end, is in a region.
void mustBeInNoRegion();

} // namespace xblock

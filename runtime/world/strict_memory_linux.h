//===- strict_memory_linux.h - --memory=strict ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// While threads are explored, what going back has to restore is guarded (memory/page_guard_linux.h): variables of the program, its
// heap, and the stacks of threads that do not run. A write that no hook told of ends the block as Unsupported. Each block is an
// epoch of the undo log. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "world/running.h"

namespace xblock {

/// All that there is; called once, by the explorer.
void beginStrictMemory();
/// The stack of a thread that was made just now, before anything is written to it.
void guardStackOf(ThreadId t);
/// The explorer is about to switch to t: closes all pages but those of its stack.
void beginStrictBlock(ThreadId t);
/// The block that began there is over, however it ended: unsupported, if something wrote without hooks.
void endStrictBlock(ThreadId t, Outcome &out);
/// The running thread finds EFAULT in errno, since a modelled call says so: of this block no such error is a library's.
void noteModelledFault();
/// The explorer is about to switch to t for a moment, to see its stack.
void openStackOf(ThreadId t);

/// From a signal handler, of a write that faulted.
enum class Faulted : uint8_t { Ours, Again, Step };
/// Whether it is the program's own fault, is to be tried again, or tried again with a signal after it, which calls stepped().
/// Does not return if it ends the block.
Faulted strictFault(uint64_t address, const Interrupted &at);
/// Whether the signal is that one.
bool stepped();

} // namespace xblock

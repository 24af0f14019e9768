//===- tracked_memory_linux.h - what going back has to restore ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The memory that a snapshot is of, as ranges: variables of the program's modules, the used part of the heap, live stacks, and
// what the runtime keeps of threads. Variables of other libraries are theirs and in none. Private memory; called by the
// explorer only, while no thread runs.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/checksums.h"

#include <vector>

namespace xblock {

/// Variables of the program's modules, without thread_local ones.
std::vector<MemoryRange> moduleVariables();
/// The same with those of main, and what of libraries was adopted.
const std::vector<MemoryRange> &programVariables();

/// Takes the checksums of all tracked memory.
void addTrackedMemory(Checksums &to);

} // namespace xblock

//===- interrupts_linux.h - a search that is asked to end ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// SIGINT and SIGTERM, while schedules run: the first asks for the end of the search, a later one ends the process. The signal
// may come to this process, to the command that started it, which notes it in the memory that both share, or to both. Before
// the search, while the program runs alone, signals are the program's. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/watch.h"

#include <atomic>
#include <cstdint>

namespace xblock {

/// Whether the process began with SIGINT or SIGTERM ignored, as those of a shell's background may: then they stay so. Before
/// the program runs.
void rememberIgnoredSignals();
/// From now on the word is not 0 once the search is to end. The actions and the mask that the program may have set are replaced:
/// under exploration it can neither look at them nor set others.
const std::atomic<uint32_t> *listenForInterrupts(Watch *watch);

} // namespace xblock

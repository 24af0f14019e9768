//===- pass_signals_linux.h - what a signal to the command does to the process that explores -----===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// While it searches, the first SIGINT or SIGTERM asks it to end the search and report, through the memory that both share
// (support/watch.h); a later one ends it and the command at once. It does not matter whether the signal comes to the command
// alone or to it too. At other times, and SIGHUP, what a process sends to the command alone is passed on; a terminal sends to both.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <sys/types.h>

namespace xblock {

/// Held back until passSignalsTo(), so that none is lost in between.
void holdSignalsBack();
/// watch: the descriptor of the shared memory, -1 if there is none. Signals are still held back.
void passSignalsTo(pid_t child, int watch);
/// The child has ended, and nothing is to be passed on.
void passSignalsToNobody();
/// Whether one came since passSignalsTo() was called first.
bool wasSignalled();

} // namespace xblock

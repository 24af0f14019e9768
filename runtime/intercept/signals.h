//===- signals.h - signals that the program sends itself ------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What a signal does, which of them a thread blocks and which are pending is kept in tracked
// memory. A handler runs in the thread that sends the signal to itself, that stops to block it, or
// that waits for it (sigsuspend); never in the middle of what another thread does: that is refused.
//
// Invariants
//  1. A bit of a set is that of the kernel: signal s is bit s - 1. Pending are only signals
//  below 32.
//  2. Each call is a visible step: it reads or writes the action of a signal, the mask of a thread,
//  or what is pending.
//  3. takeSignal and changeMask run code of the program: they are called outside every
//  RuntimeScope.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "xblock/abi.h"

#include <csignal>
#include <cstdint>

namespace xblock {

using SignalSet = uint64_t;
constexpr SignalSet kWaitedFor = 0x7fffffff; ///< the signals that may be pending
constexpr SignalSet bitOf(int signal) { return SignalSet{1} << (signal - 1); }

/// The set that the program has there.
SignalSet readSet(const sigset_t *set, const xblock_site *site);
void writeSet(sigset_t *set, SignalSet value, const xblock_site *site);

/// What is pending for the running thread: of itself, or of the process.
SignalSet pendingNow();
/// The first of `set` that is pending is so no more; 0 if there is none.
int takePending(SignalSet set);

/// Whether it does nothing to a thread that takes it.
bool isIgnored(int signal);
bool hasHandler(int signal);
/// Stops the run if it is one that is not modelled. For those that are sent.
void refuseQueued(int signal, const xblock_site *site);

/// What a handler, or who waits, is told of one.
siginfo_t infoOf(int signal);
/// The running thread takes the signal now: it is ignored, ends the program, or its handler runs,
/// in which the thread blocks `under` and what the action says; `after` from then on.
void takeSignal(int signal, SignalSet under, SignalSet after, const xblock_site *site);
/// The same with what it blocks now.
void takeSignal(int signal, const xblock_site *site);
/// It blocks these from now on, and takes what is pending and was blocked.
void changeMask(SignalSet mask, const xblock_site *site);

} // namespace xblock

//===- kept_state.h - what libc keeps for all threads, kept here instead --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// libc's own statics are not rolled back. Functions that use some are modelled by their forms with
// the state as an argument, and with a Kept one, named as reports are to name it, which
// adoptLibraryState() makes the program's.
//
// Invariants
//  1. Tracked, in chunks of its own: nothing of the explorer's is rolled back with it.
//  2. What libc guards by no lock is accessed as the variables of the program are, and races.
//  3. What it guards is changed in a visible step (noteStep, endStep), in a RuntimeScope; it orders
//     nothing.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/define.h"
#include "intercept/heap.h"
#include "memory/undo_log.h"

namespace xblock {

template <typename T> struct alignas(kChunk) Kept {
  T value;
  T *operator->() { return &value; }
};

/// Reports name the variable as the symbol.
#define XBLOCK_KEPT(type, name, symbol)                                                            \
  extern "C" __attribute__((visibility("hidden"))) ::xblock::Kept<type> name __asm__(symbol);      \
  __attribute__((section("xblock_kept"))) ::xblock::Kept<type> name {}

/// Whether the program calls, also before main, and not the runtime.
inline bool isProgramsCall() {
  return running.onFiber ? !runtimeDepth : heapReady && !explorerRuns;
}

/// Who comes before or after sees it. Before the change; `n` bytes at `state` are about to be
/// written.
inline void noteStep(void *state, size_t n) {
  running.ran = true;
  touch(state, n);
  noteAtomicWrite(state, sizeof(uint64_t));
}
inline void endStep(const char *verb, const xblock_site *site) {
  traceEvent(verb, nullptr, site);
  boundary(Ending::Split);
}

} // namespace xblock

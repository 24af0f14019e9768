//===- misuse.h - a synchronisation object, or a thread, used as none may be ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Beside where it fails, such a failure tells what was done with the object last, and where: who destroyed, took or joined it.
// That is known of what the explained schedule did (trace.h), not of what main did before it started the first thread.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "world/running.h"

namespace xblock {

/// What is misused: the object at p, or a thread.
struct Misused {
  uint64_t key;
  Misused(const volatile void *p) : key(reinterpret_cast<uint64_t>(p)) {}
  Misused(ThreadId t) : key(~uint64_t{index(t)}) {}
};

/// The schedule fails here, with the key as of failf().
[[noreturn]] __attribute__((format(printf, 2, 3))) void misuse(Misused what, const char *format, ...);

/// Of the trace: the running thread did `verb` with it.
void noteLastUse(Misused what, const char *verb);
/// Nothing was done yet.
void forgetUses();

} // namespace xblock

//===- stream_locks.h - the lock of a FILE --------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Each FILE has a recursive lock, which each call takes and gives back but for those that are *_unlocked. A call that waits for
// nothing has it within one block. It is held across blocks between flockfile and funlockfile, and by a call that may wait: such a
// call has taken it before it looks whether it must.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "sync/mutex.h"
#include "xblock/abi.h"

#include <cstdio>

namespace xblock {

enum class StreamLocking : bool { Leaves, Takes };

struct StreamLock {
  Mutex *state;
  Resource lock;
};

/// Of the stream that the program means, stdout and stderr too.
StreamLock lockOf(FILE *given, const char *function, const xblock_site *site);
/// It is the running thread's, once more if it was. Waits for it.
void takeStreamLock(const StreamLock &lock, const xblock_site *site);
/// Once less. Whether it is free now; the block does not end.
bool giveStreamLock(const StreamLock &lock);
/// Before a call that writes to stdout (1) or stderr (2), which is no step: waits until it could take the lock.
void passStandardLock(int stream, const xblock_site *site);
/// An event of the schedule that is traced.
void tellStreamLock(const char *verb, const StreamLock &lock, const xblock_site *site);
/// That of an original, which the first thread had as threads began to be explored.
void adoptStreamLock(const StreamLock &lock, FILE *original);

} // namespace xblock

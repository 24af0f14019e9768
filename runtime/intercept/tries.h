//===- tries.h - the end of a try-lock ------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "world/patience.h"
#include "world/running.h"

namespace xblock {

/// What the running thread tried to take was taken, or it was found taken by another thread: ends the block, and, if it
/// was found taken too often in a row at `place` (patience.h), the thread's part in this schedule.
void endTry(Resource lock, bool taken, const xblock_site *site, CallPlace place);
/// The same where the caller has told what was tried (noteTried, noteTriedReading, noteTriedWriting).
void endTold(Resource lock, bool taken, const xblock_site *site, CallPlace place);

} // namespace xblock

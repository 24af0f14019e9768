//===- explorer_switch.h - between the explorer's stack and the fibers ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The two sides of the switch, and what belongs to a thread but lives in libc and libstdc++ for the one OS thread: errno
// and the exceptions in flight.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

#include <cstdint>
#include <vector>

namespace xblock {

constexpr unsigned kMaxFrames = 64;
struct RawStack {
  uint64_t pc[kMaxFrames]; ///< innermost first; callers' are return addresses minus 1
  unsigned count = 0;
};

/// On the explorer's stack: runs t until it calls switchToExplorer.
void switchToProgram(ThreadId t);
/// On a fiber: back to the explorer. Returns when the fiber is switched to again.
void switchToExplorer();
/// The same as the last that a function of the runtime does, in the place of its return of 0, or of nothing: as
/// `[[clang::musttail]] return leaveAtReturn<int(T)>()(t)` in a function of that type, if leavesAtReturn() says so (running.h).
extern "C" int xblockLeaveAtReturn();
template <typename Function> Function *leaveAtReturn() { return reinterpret_cast<Function *>(reinterpret_cast<void *>(xblockLeaveAtReturn)); }
/// On any stack, from a signal handler: the fiber is left for good.
[[noreturn]] void leaveFiberForGood();

/// The stack of a suspended fiber (it is switched to for a moment).
RawStack stackOf(ThreadId t);
/// The stack of the caller, without `skip` innermost frames; where the program has broken it, up to there.
RawStack stackHere(unsigned skip);
/// A frame of it, which reaches up to where the next one begins.
struct FrameHere {
  uint64_t pc, low;
};
/// Those of the caller's stack, innermost first; how many.
unsigned framesHere(FrameHere (&to)[kMaxFrames]);
/// A number for the program's calls on the caller's stack that lead into its recursion, from the outermost on: the same however deep that is. 0: there is
/// none, or the program has broken the stack.
uint64_t outerEndOfStack();
/// First in the handler of a crash: does not return if such a walk came to what is no stack any more, which ends it there.
void leaveGuardedWalk();

/// Finds errno and the exception globals of the OS thread. Once, at start.
void initSwitch();

} // namespace xblock

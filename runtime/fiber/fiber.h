//===- fiber.h - what runs a thread of the program ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The only code that names Boost.Context. A suspended fiber is one pointer into its own stack, so whoever restores the
// stack's bytes and that pointer has restored the fiber.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>

namespace xblock {

/// A suspended fiber: its stack pointer.
using FiberContext = void *;

/// Who was left, suspended, and the word it sent along.
struct Arrival {
  FiberContext from;
  void *word;
};

/// A fiber on the stack [low, top) that runs entry, which must never return, once it is switched to.
FiberContext makeFiber(void *top, size_t size, void (*entry)(Arrival));

/// What a fiber that is suspended goes on with, as a debugger wants it.
struct SavedRegisters {
  uint64_t rip, rsp, rbp, rbx, r12, r13, r14, r15;
};
SavedRegisters registersOf(FiberContext suspended);

/// Suspends the caller and goes on in `to`. Returns when somebody switches back.
Arrival switchTo(FiberContext to, void *word);

/// The same from a stack whose floating point control is that of `control`, and is to be so again: it need not be asked for, which
/// takes longer than the rest of the switch. Who was left. The word sent is null.
FiberContext switchFrom(uint64_t control, FiberContext to) __asm__("xblockSwitchFrom");
/// That of the caller: MXCSR, and above it the control word of the x87.
uint64_t floatingPointControl();

/// Of a function in which stacks are switched: it returns by a jump. A processor foretells returns by the calls it saw, which are the
/// other stack's then, and jumps by where they went before.
#define XBLOCK_RETURNS_ELSEWHERE __attribute__((function_return("thunk-extern")))

} // namespace xblock

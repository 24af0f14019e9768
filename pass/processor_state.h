//===- processor_state.h - what the processor tells without a call -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Counters of time and random numbers are inputs that differ from run to run. Those that the model has
// (the clock, random bytes) come from the runtime instead; the others are refused, as is what depends on
// the processor's own thread: fibers share its pointer and its segments.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "access_hooks.h"

#include <llvm/IR/IntrinsicInst.h>

namespace xblock {

/// Replaces a call of such an intrinsic, or puts a refusal in front of it. Returns whether it was one.
bool hookProcessorState(llvm::IntrinsicInst &call, AccessHooks &hooks);

/// A refusal in front of an access, by an instruction of its own, an intrinsic or inline assembly, to memory at a segment.
void refuseSegments(llvm::Instruction &instruction, AccessHooks &hooks);

/// The first word of a template that is an instruction of that kind, or a segment, as it is named in a refusal; "" if there is none.
llvm::StringRef processorStateIn(llvm::StringRef assembly);

/// The counter and random bits as calls of the runtime, i64.
llvm::Value *emitCounter(llvm::IRBuilderBase &at, llvm::Constant *site);
llvm::Value *emitRandom(llvm::IRBuilderBase &at);

} // namespace xblock

//===- atomic_calls.h - hooks around calls of libatomic --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Compilers call __atomic_load_16, __atomic_exchange and their kin for atomics too wide or too odd
// for an instruction. They are told as atomics of their size. The plain memory they read and write
// (the value, the result, what a failed compare-exchange puts into `expected`) is read before and
// written behind, as for an instruction: the call works on copies in the caller's frame.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "access_hooks.h"

namespace xblock {

/// Returns whether the callee is a function of libatomic that accesses memory. An invoke or
/// musttail call of one is refused: there is no room behind it.
bool hookAtomicCall(llvm::CallBase &call, AccessHooks &hooks);

} // namespace xblock

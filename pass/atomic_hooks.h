//===- atomic_hooks.h - hooks around atomic instructions -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. The hook before tells size and order in the numbering of memory_order, and of an object that may lie at any
//     address that it may (xblock_any_alignment); __xblock_atomic_done, or __xblock_cas_done with the outcome, stands right after the instruction.
//  2. A fence has its hook and no done: it accesses nothing. A signal fence has none.
//  3. A guard variable of a C++ static local is read plainly: __cxa_guard_* give its order.
//  4. An atomic on a local variable whose address stays in its function has no hook.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "access_hooks.h"

namespace xblock {

/// Hooks an atomic load or store, atomicrmw, cmpxchg or fence. REQUIRES: instruction.isAtomic().
void hookAtomic(llvm::Instruction &instruction, AccessHooks &hooks);

/// How an atomic access is told; the calls of libatomic (atomic_calls.h) are told the same way.
enum class AtomicKind { Load, Store, ReadModifyWrite };
void hookAtomicBefore(Place &at, AtomicKind kind, llvm::Value *pointer, llvm::Value *size,
                      llvm::Value *order, AccessHooks &hooks);
void hookAtomicDone(llvm::Instruction &access, AccessHooks &hooks);
void hookCompareExchangeDone(llvm::Instruction &access, llvm::Value *pointer, llvm::Value *size,
                             AccessHooks &hooks);

} // namespace xblock

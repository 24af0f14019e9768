//===- memory_hooks.h - hooks for plain loads, stores and block copies -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// The hook stands right before the access. Atomic instructions are atomic_hooks.h's, vector lanes
// under a mask vector_hooks.h's. Target intrinsics that take a pointer and are not known here are
// refused by name.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "access_hooks.h"

#include <llvm/IR/IntrinsicInst.h>

namespace xblock {

void hookLoad(llvm::LoadInst &load, AccessHooks &hooks);
void hookStore(llvm::StoreInst &store, AccessHooks &hooks);
/// memcpy, memmove and memset intrinsics, in all their forms, and target intrinsics; no others.
void hookIntrinsic(llvm::IntrinsicInst &call, AccessHooks &hooks);
/// The copies a call makes of its byval arguments.
void hookByvalArguments(llvm::CallBase &call, AccessHooks &hooks);

} // namespace xblock

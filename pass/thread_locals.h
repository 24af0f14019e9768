//===- thread_locals.h - thread_local variables are per fiber --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// All fibers run in one thread of the system, so the address the compiler computes is the same for
// each of them: it names the variable. __xblock_thread_local maps it to the running fiber's copy.
// The copy does not move while the fiber lives, so an address may be computed once in a function.
// Applies in functions annotated xblock_ignore too.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Module.h>

namespace xblock {

/// Returns whether anything changed.
bool rewriteThreadLocals(llvm::Module &module);

} // namespace xblock

//===- inline_assembly.h - which inline assembly is refused ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Left alone: templates that only wait, fence or stop the compiler, and those that work on
// registers and on local variables whose address stays in the function. The usual atomic operations
// become such instructions of the IR (assembly_instructions.h). All other assembly that may touch memory (memory clobber, memory operand, locked or exchanging instruction, system call) is refused
// where it stands; so is what leaves the direction flag set, which the ABI has clear between all functions.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "access_hooks.h"

namespace xblock {

/// Makes assembly that would be refused instructions of the IR, where it is known what it does.
/// Returns whether it did.
bool replaceAssembly(llvm::Function &function, SiteTable &sites);

/// REQUIRES: call.isInlineAsm().
void hookInlineAssembly(llvm::CallBase &call, AccessHooks &hooks);

} // namespace xblock

//===- assembly_instructions.h - inline assembly as instructions of the IR -------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Libraries from before C11 write their atomic operations as templates: lock cmpxchg, xadd, xchg, mov
// and their like, perhaps with setz behind. Those become atomic instructions of the IR, which then
// get hooks as others do. Jumps, other instructions and unknown operands are none of these.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "site_table.h"

#include <llvm/IR/InstrTypes.h>

namespace xblock {

/// Replaces `call` if each instruction of its template is known; else leaves all as it was.
/// REQUIRES: call.isInlineAsm().
bool replaceKnownAssembly(llvm::CallBase &call, SiteTable &sites);

} // namespace xblock

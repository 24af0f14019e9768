//===- call_redirect.h - calls of modelled functions go to the runtime -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. A direct call of a function that intercepts.def lists, and that the module does not define,
//     calls __xblock_fn_NAME with the same type; right before it, __xblock_call_site is set.
//  2. Other uses of the address stay, except for rows marked Instrumented: the runtime does not
//     export those names, so the address becomes that of __xblock_fn_NAME.
//  3. A function of such a name that the module defines is __xblock_fn_NAME too, so that calls from the
//     program's other files reach it and not the runtime.
//  4. Before an indirect call the site is set too: it may be of such a function.
//  5. Only attributes that are part of the calling convention survive, and noreturn and
//     returns_twice: the runtime writes memory and may unwind.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "site_table.h"

namespace xblock {

/// Whether intercepts.def has a row for the symbol.
bool isIntercepted(llvm::StringRef symbol);
/// Returns whether anything changed. REQUIRES: all other hooks are in place (the store of the call
/// site is no access of the program).
bool redirectCalls(llvm::Module &module, SiteTable &sites);

} // namespace xblock

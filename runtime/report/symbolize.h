//===- symbolize.h - function, file and line of the addresses in a report -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Runs llvm-symbolizer once for all stacks of all findings ($XBLOCK_SYMBOLIZER, or the one of LLVM
// 19, or one in PATH); without it, or without debug info, function names come from the dynamic
// symbols. Frames of the runtime, of libc's start code and of the thread libraries' entry functions
// are dropped; inlined calls become frames of their own. Called by the explorer while the program
// stands still; allocates private memory; blocks until the symbolizer ends.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/failure.h"

#include <vector>

namespace xblock {

/// Rewrites each stack whose frames have a pc; frames without one (pc 0) stay as they are. Gives
/// events and accesses without a file, or with one of the C++ library, the innermost line of the
/// program's own code.
void symbolize(std::vector<Finding> &findings);
/// The same for a single finding.
void symbolize(Finding &finding);

} // namespace xblock

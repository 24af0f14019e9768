//===- inline_checks.h - hooks that need no call -------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// While one thread exists, nothing is recorded, and a sized hook of a plain access only checks that the heap allows it.
// That check is made here, in front of the call (invariant 4 of abi.h).
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/PassManager.h>

namespace xblock {

/// Behind Instrument.
struct InlineChecks : llvm::PassInfoMixin<InlineChecks> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace xblock

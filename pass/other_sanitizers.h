//===- other_sanitizers.h - refuse sanitizers that replace what xblock replaces ---------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#pragma once
#include <llvm/IR/PassManager.h>

namespace xblock {

/// An error where the module is compiled with a sanitizer that does not go with xblock.
struct RefuseSanitizers : llvm::PassInfoMixin<RefuseSanitizers> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace xblock

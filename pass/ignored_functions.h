//===- ignored_functions.h - functions annotated xblock_ignore -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// __attribute__((annotate("xblock_ignore"))) covers exactly the function's own body at every -O
// level: the function is not inlined into another, and calls in its body are not inlined into it.
// keepApart sees to that at the start of the pipeline; its mark, a function attribute, follows
// clones.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace xblock {

/// Copies the annotations into function attributes and forbids inlining across them.
void keepApart(llvm::Module &module);
/// REQUIRES: keepApart ran on the module.
bool isIgnored(const llvm::Function &function);

class KeepIgnoredApart : public llvm::PassInfoMixin<KeepIgnoredApart> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    keepApart(module);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace xblock

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

/// Keeps the optimiser from reading memory where the source does not (a load moved before the branch
/// that guards it): that is no race for the machine, and one for whoever watches. LLVM has an
/// attribute to this end for its own race detector, which alone changes nothing else.
void forbidSpeculation(llvm::Module &module);
/// Copies the annotations into function attributes and forbids inlining across them.
void keepApart(llvm::Module &module);
/// REQUIRES: keepApart ran on the module.
bool isIgnored(const llvm::Function &function);

class KeepIgnoredApart : public llvm::PassInfoMixin<KeepIgnoredApart> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    keepApart(module);
    forbidSpeculation(module);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace xblock

//===- instrument.h - the pass: what happens to a module, in which order ---------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. A second run on the same module changes nothing.
//  2. Functions without a body of their own here (declarations, available_externally), naked
//     functions and ifunc resolvers, which run before the runtime is linked in, stay as they are.
//  3. Module pass; to run behind all optimisation, so that what is hooked is what is executed.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace xblock {

/// Whether the pass may put code into the function.
bool runsHooks(const llvm::Function &function);

class Instrument : public llvm::PassInfoMixin<Instrument> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace xblock

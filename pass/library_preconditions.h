//===- library_preconditions.h - what callers of the library's headers must see to ----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// std::counting_semaphore, std::latch and std::shared_mutex are atomics and calls of the C library, in which a call that their
// preconditions forbid cannot be told: a hook in front of each does. A std::thread that is destroyed joinable ends the program
// by std::terminate, which does not say which thread that was.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace xblock {

/// Runs at the start of the pipeline, where those functions still are functions of their own.
struct CheckLibraryPreconditions : llvm::PassInfoMixin<CheckLibraryPreconditions> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace xblock

//===- spin_loops.h - loops of the library that only save time ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// libstdc++ looks at an atomic 16 times before it waits for a change (std::__detail::__atomic_spin,
// bits/atomic_wait.h), libc++ 64 times (__libcpp_thread_poll_with_backoff). Each look is a visible
// step, and those behind the first can only find out earlier what the wait finds out. One look is
// left; docs/limitations.md tells.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace xblock {

/// Runs at the start of the pipeline, where the loops still are functions of their own.
struct ShortenSpins : llvm::PassInfoMixin<ShortenSpins> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace xblock

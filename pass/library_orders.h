//===- library_orders.h - memory orders that the library's headers have too weak ------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// std::atomic<std::shared_ptr> of libstdc++ 12 gives back its lock with a relaxed order, so that what a load read under it
// races, by the letter, with the store that locks it next (bits/shared_ptr_atomic.h; later versions release it). That is no
// race of the program: the lock is given back with seq_cst.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace xblock {

/// Runs at the start of the pipeline, where those functions still are functions of their own.
struct StrengthenLibraryOrders : llvm::PassInfoMixin<StrengthenLibraryOrders> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace xblock

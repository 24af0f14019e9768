//===- library_orders.cpp - memory orders that the library's headers have too weak ----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "library_orders.h"

#include "xblock/abi.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace xblock {

/// unlock(memory_order)
static bool strengthenUnlock(Function &function) {
  Argument *order = function.getArg(function.arg_size() - 1);
  if (!order->getType()->isIntegerTy())
    return false;
  order->replaceAllUsesWith(ConstantInt::get(order->getType(), xblock_seq_cst));
  return true;
}

/// _M_wait_unlock(memory_order), which gives the lock back by fetch_sub(1, memory_order_relaxed).
static bool strengthenWaitUnlock(Function &function) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->getName().contains("fetch_sub") || call->arg_size() != 3)
      continue;
    call->setArgOperand(2, ConstantInt::get(call->getArgOperand(2)->getType(), xblock_seq_cst));
    changed = true;
  }
  return changed;
}

PreservedAnalyses StrengthenLibraryOrders::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    StringRef name = function.getName();
    if (function.isDeclaration() || !name.starts_with("_ZNKSt10_Sp_atomicI") || function.arg_size() != 2)
      continue;
    if (name.ends_with("13_Atomic_count6unlockESt12memory_order"))
      changed |= strengthenUnlock(function);
    else if (name.ends_with("13_Atomic_count14_M_wait_unlockESt12memory_order"))
      changed |= strengthenWaitUnlock(function);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace xblock

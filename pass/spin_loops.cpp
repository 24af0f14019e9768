//===- spin_loops.cpp - loops of the library that only save time ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "spin_loops.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace xblock {

static constexpr const char *kSpin = "_ZNSt8__detail13__atomic_spinI";
static constexpr uint64_t kLooks = 16;

/// The comparison of the loop's counter with the number of looks.
static bool shorten(Function &function) {
  bool changed = false;
  for (Instruction &instruction : instructions(function))
    if (auto *compare = dyn_cast<ICmpInst>(&instruction))
      if (auto *bound = dyn_cast<ConstantInt>(compare->getOperand(1));
          bound && bound->equalsInt(kLooks)) {
        compare->setOperand(1, ConstantInt::get(bound->getType(), 1));
        changed = true;
      }
  return changed;
}

PreservedAnalyses ShortenSpins::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    if (!function.isDeclaration() && function.getName().starts_with(kSpin))
      changed |= shorten(function);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace xblock

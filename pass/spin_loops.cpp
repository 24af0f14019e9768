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

/// A function template, by the beginning of its instances' names; how often it looks, and what is put in place of that, to
/// have it look once.
struct Spin {
  StringRef name;
  uint64_t looks, instead;
};
static constexpr Spin kSpins[] = {{"_ZNSt8__detail13__atomic_spinI", 16, 1},
                                  {"_ZNSt3__133__libcpp_thread_poll_with_backoff", 64, 0}};

/// The comparison of the loop's counter with the number of looks.
static bool shorten(Function &function, const Spin &spin) {
  bool changed = false;
  for (Instruction &instruction : instructions(function))
    if (auto *compare = dyn_cast<ICmpInst>(&instruction))
      if (auto *bound = dyn_cast<ConstantInt>(compare->getOperand(1));
          bound && bound->equalsInt(spin.looks)) {
        compare->setOperand(1, ConstantInt::get(bound->getType(), spin.instead));
        changed = true;
      }
  return changed;
}

PreservedAnalyses ShortenSpins::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    for (const Spin &spin : kSpins)
      if (!function.isDeclaration() && function.getName().starts_with(spin.name))
        changed |= shorten(function, spin);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace xblock

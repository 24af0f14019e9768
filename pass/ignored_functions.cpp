//===- ignored_functions.cpp - reads llvm.global.annotations ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "ignored_functions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

using namespace llvm;

namespace xblock {

static constexpr const char *kAnnotation = "xblock_ignore";

static bool isOurAnnotation(const Value *text) {
  const auto *variable = dyn_cast<GlobalVariable>(text->stripPointerCasts());
  const auto *string = variable && variable->hasInitializer()
                           ? dyn_cast<ConstantDataArray>(variable->getInitializer())
                           : nullptr;
  return string && string->isCString() && string->getAsCString() == kAnnotation;
}

/// An always_inline callee, such as a wrapper of an intrinsic, is part of the body that calls it.
static void forbidInlining(Function &function) {
  if (!function.hasFnAttribute(Attribute::AlwaysInline))
    function.addFnAttr(Attribute::NoInline);
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && !callee->isIntrinsic() && !callee->hasFnAttribute(Attribute::AlwaysInline))
        call->addFnAttr(Attribute::NoInline);
}

void keepApart(Module &module) {
  const GlobalVariable *annotations = module.getNamedGlobal("llvm.global.annotations");
  const auto *list = annotations && annotations->hasInitializer()
                         ? dyn_cast<ConstantArray>(annotations->getInitializer())
                         : nullptr;
  if (!list)
    return;
  for (const Use &use : list->operands()) {
    const auto *entry = dyn_cast<ConstantStruct>(use);
    if (!entry || entry->getNumOperands() < 2 || !isOurAnnotation(entry->getOperand(1)))
      continue;
    if (auto *function = dyn_cast<Function>(entry->getOperand(0)->stripPointerCasts())) {
      function->addFnAttr(kAnnotation);
      forbidInlining(*function);
    }
  }
}

void forbidSpeculation(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(Attribute::SanitizeThread);
}

bool isIgnored(const Function &function) { return function.hasFnAttribute(kAnnotation); }

} // namespace xblock

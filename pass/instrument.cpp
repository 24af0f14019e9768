//===- instrument.cpp - visits a module ------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "instrument.h"

#include "access_hooks.h"
#include "atomic_calls.h"
#include "atomic_hooks.h"
#include "call_redirect.h"
#include "ignored_functions.h"
#include "inline_assembly.h"
#include "llvm_versions.h"
#include "memory_hooks.h"
#include "module_frame.h"
#include "processor_state.h"
#include "site_table.h"
#include "thread_locals.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace xblock {

static bool resolvesIfunc(const Function &function) {
  return any_of(function.getParent()->ifuncs(),
                [&](const GlobalIFunc &ifunc) { return ifunc.getResolverFunction() == &function; });
}

bool runsHooks(const Function &function) {
  return !function.isDeclarationForLinker() && !function.hasFnAttribute(Attribute::Naked) &&
         !resolvesIfunc(function);
}

static void hookCall(CallBase &call, AccessHooks &hooks) {
  if (call.isInlineAsm())
    return hookInlineAssembly(call, hooks);
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return hookIntrinsic(*intrinsic, hooks);
  hookByvalArguments(call, hooks);
  const Function *callee = call.getCalledFunction();
  if (callee && callee->isDeclarationForLinker() && !isIntercepted(callee->getName()))
    hookAtomicCall(call, hooks);
}

static void hookInstruction(Instruction &instruction, AccessHooks &hooks) {
  refuseSegments(instruction, hooks);
  if (instruction.isAtomic() && !isa<CallBase>(instruction))
    hookAtomic(instruction, hooks);
  else if (auto *load = dyn_cast<LoadInst>(&instruction))
    hookLoad(*load, hooks);
  else if (auto *store = dyn_cast<StoreInst>(&instruction))
    hookStore(*store, hooks);
  else if (auto *call = dyn_cast<CallBase>(&instruction))
    hookCall(*call, hooks);
}

/// What the compiler inferred about memory no longer holds where hooks run.
static void dropInferredAttributes(Function &function) {
  AttributeMask dropped;
  for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::NoSync, Attribute::NoFree,
                                   Attribute::Speculatable, Attribute::WillReturn})
    dropped.addAttribute(kind);
  function.removeFnAttrs(dropped);
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
      call->removeFnAttrs(dropped);
}

static bool hookFunction(Function &function, SiteTable &sites) {
  bool replaced = replaceAssembly(function, sites);
  AccessFilter filter;
  AccessHooks hooks(sites, filter, isIgnored(function));
  SmallVector<Instruction *, 64> original;
  for (Instruction &instruction : instructions(function))
    original.push_back(&instruction);
  for (Instruction *instruction : original)
    hookInstruction(*instruction, hooks);
  return replaced || hooks.used();
}

PreservedAnalyses Instrument::run(Module &module, ModuleAnalysisManager &) {
  if (isMarked(module))
    return PreservedAnalyses::all();
  if (module.getDataLayout().getPointerSizeInBits() != 64) {
    module.getContext().emitError("xblock instruments 64-bit programs only");
    return PreservedAnalyses::all();
  }
  mark(module);
  keepApart(module);
  SiteTable sites(module);
  bool changed = denySingleThread(module);
  changed |= rewriteThreadLocals(module);
  for (Function &function : module)
    if (runsHooks(function))
      changed |= hookFunction(function, sites);
  changed |= redirectCalls(module, sites);
  changed |= renameMain(module);
  if (changed) {
    for (Function &function : module)
      if (runsHooks(function))
        dropInferredAttributes(function);
    addConstructor(module);
  }
  return PreservedAnalyses::none();
}

} // namespace xblock

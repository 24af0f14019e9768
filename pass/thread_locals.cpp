//===- thread_locals.cpp - finds uses of thread_local variables ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "thread_locals.h"

#include "abi_emit.h"
#include "constant_uses.h"
#include "instrument.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Instrumentation.h>

using namespace llvm;

namespace xblock {

static bool isOwn(const Value *variable) { return variable->getName().starts_with("__xblock_"); }

/// The copy of the running fiber, computed right behind `native`.
static CallInst *emitCopy(IntrinsicInst &native) {
  IRBuilder<> at(native.getNextNode());
  at.SetCurrentDebugLocation(native.getDebugLoc());
  InstrumentationIRBuilder::ensureDebugInfo(at, *native.getFunction());
  return emit(at, XBLOCK_HOOK(__xblock_thread_local), {&native});
}

static bool rewriteIntrinsics(Function &function) {
  SmallVector<IntrinsicInst *, 8> natives;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == Intrinsic::threadlocal_address &&
        !isOwn(call->getArgOperand(0)))
      natives.push_back(call);
  for (IntrinsicInst *native : natives) {
    CallInst *copy = emitCopy(*native);
    native->replaceUsesWithIf(copy, [&](Use &use) { return use.getUser() != copy; });
  }
  return !natives.empty();
}

/// Gives the instructions of `function` that name the variable without llvm.threadlocal.address the
/// intrinsic instead, once in the entry block.
static void useIntrinsic(GlobalValue &variable, Function &function, ArrayRef<Use *> uses) {
  InstrumentationIRBuilder at(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *address = at.CreateThreadLocalAddress(&variable);
  for (Use *use : uses)
    use->set(address);
}

static void normaliseUses(GlobalValue &variable) {
  makeUsersByInstructions(variable);
  MapVector<Function *, SmallVector<Use *, 8>> uses;
  for (Use &use : variable.uses()) {
    auto *instruction = dyn_cast<Instruction>(use.getUser());
    if (!instruction || !runsHooks(*instruction->getFunction()))
      continue;
    auto *call = dyn_cast<IntrinsicInst>(instruction);
    if (!call || call->getIntrinsicID() != Intrinsic::threadlocal_address)
      uses[instruction->getFunction()].push_back(&use);
  }
  for (auto &[function, list] : uses)
    useIntrinsic(variable, *function, list);
}

bool rewriteThreadLocals(Module &module) {
  for (GlobalVariable &variable : module.globals())
    if (variable.isThreadLocal() && !isOwn(&variable))
      normaliseUses(variable);
  for (GlobalAlias &alias : module.aliases())
    if (alias.isThreadLocal() && !isOwn(&alias))
      normaliseUses(alias);
  bool changed = false;
  for (Function &function : module)
    if (runsHooks(function))
      changed |= rewriteIntrinsics(function);
  return changed;
}

} // namespace xblock

//===- memory_hooks.cpp - loads, stores and copies -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "memory_hooks.h"

#include "processor_state.h"
#include "vector_hooks.h"

#include <llvm/IR/IntrinsicsX86.h>

using namespace llvm;

namespace xblock {

static constexpr StringRef kScalable = "access of scalable size";

void hookLoad(LoadInst &load, AccessHooks &hooks) {
  if (load.hasMetadata(LLVMContext::MD_invariant_load) || !hooks.shared(load.getPointerOperand()))
    return;
  Place at = hooks.before(load);
  if (Value *size = hooks.sizeOf(load, load.getType()))
    hooks.read(at, load.getPointerOperand(), size, load.getAlign());
  else
    hooks.unsupported(at, kScalable);
}

void hookStore(StoreInst &store, AccessHooks &hooks) {
  if (!hooks.shared(store.getPointerOperand()))
    return;
  Place at = hooks.before(store);
  if (Value *size = hooks.sizeOf(store, store.getValueOperand()->getType()))
    hooks.write(at, store.getPointerOperand(), size, store.getAlign());
  else
    hooks.unsupported(at, kScalable);
}

/// Target intrinsics that take a pointer and neither read nor write what a program sees.
static bool touchesNoMemory(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::x86_sse2_clflush:
  case Intrinsic::x86_clflushopt:
  case Intrinsic::x86_clwb:
  case Intrinsic::x86_cldemote:
    return true;
  default:
    return call.doesNotAccessMemory();
  }
}

static void refuseTargetIntrinsic(IntrinsicInst &call, AccessHooks &hooks) {
  if (!call.getCalledFunction()->isTargetIntrinsic() || touchesNoMemory(call))
    return;
  for (Value *argument : call.args())
    if (argument->getType()->isPtrOrPtrVectorTy() &&
        (argument->getType()->isVectorTy() || hooks.shared(argument))) {
      Place at = hooks.before(call);
      return hooks.unsupported(at, call.getCalledFunction()->getName());
    }
}

void hookIntrinsic(IntrinsicInst &call, AccessHooks &hooks) {
  if (auto *transfer = dyn_cast<AnyMemTransferInst>(&call)) {
    if (!hooks.shared(transfer->getRawDest()) && !hooks.shared(transfer->getRawSource()))
      return;
    Place at = hooks.before(call);
    hooks.copy(at, transfer->getRawDest(), transfer->getRawSource(), transfer->getLength());
  } else if (auto *set = dyn_cast<AnyMemSetInst>(&call)) {
    if (!hooks.shared(set->getRawDest()))
      return;
    Place at = hooks.before(call);
    hooks.fill(at, set->getRawDest(), set->getLength());
  } else if (!hookProcessorState(call, hooks) && !hookVectorIntrinsic(call, hooks)) {
    refuseTargetIntrinsic(call, hooks);
  }
}

void hookByvalArguments(CallBase &call, AccessHooks &hooks) {
  SmallVector<unsigned, 4> copied;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i) && hooks.shared(call.getArgOperand(i)))
      copied.push_back(i);
  if (copied.empty())
    return;
  Place at = hooks.before(call);
  if (copied.size() > 1)
    hooks.together(at, true);
  for (unsigned i : copied)
    hooks.read(at, call.getArgOperand(i), hooks.sizeOf(call, call.getParamByValType(i)),
               call.getParamAlign(i).valueOrOne());
  if (copied.size() > 1)
    hooks.together(at, false);
}

} // namespace xblock

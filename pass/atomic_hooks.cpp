//===- atomic_hooks.cpp - atomic instructions and fences -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "atomic_hooks.h"

#include "memory_hooks.h"

#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace xblock {

static Value *orderNumber(Instruction &user, AtomicOrdering order, uint64_t flags = 0) {
  static_assert(xblock_relaxed == static_cast<int>(AtomicOrderingCABI::relaxed) &&
                    xblock_acquire == static_cast<int>(AtomicOrderingCABI::acquire) &&
                    xblock_release == static_cast<int>(AtomicOrderingCABI::release) &&
                    xblock_acq_rel == static_cast<int>(AtomicOrderingCABI::acq_rel) &&
                    xblock_seq_cst == static_cast<int>(AtomicOrderingCABI::seq_cst),
                "abi.h numbers the orders as C does");
  return ConstantInt::get(Type::getInt32Ty(user.getContext()),
                          static_cast<uint64_t>(toCABI(order)) | flags);
}

/// Of what is aligned to less than its size the compiler makes a call of one of libatomic's generic functions.
static uint64_t alignmentFlag(Instruction &access, Type *type, Align align) {
  TypeSize size = access.getModule()->getDataLayout().getTypeStoreSize(type);
  return align.value() < size.getFixedValue() ? xblock_any_alignment : 0;
}

void hookAtomicBefore(Place &at, AtomicKind kind, Value *pointer, Value *size, Value *order,
                      AccessHooks &hooks) {
  static constexpr Hook kHooks[] = {XBLOCK_HOOK(__xblock_atomic_load),
                                    XBLOCK_HOOK(__xblock_atomic_store),
                                    XBLOCK_HOOK(__xblock_atomic_rmw)};
  if (!hooks.ignored())
    emit(at.builder, kHooks[static_cast<int>(kind)], {pointer, size, order, at.site()});
  else if (kind == AtomicKind::Load)
    hooks.read(at, pointer, size);
  else
    hooks.write(at, pointer, size);
}

void hookAtomicDone(Instruction &access, AccessHooks &hooks) {
  if (hooks.ignored())
    return;
  Place at = hooks.after(access);
  emit(at.builder, XBLOCK_HOOK(__xblock_atomic_done), {at.site()});
}

void hookCompareExchangeDone(Instruction &access, Value *pointer, Value *size, AccessHooks &hooks) {
  if (hooks.ignored())
    return;
  Place at = hooks.after(access);
  Value *stored =
      isa<AtomicCmpXchgInst>(access) ? at.builder.CreateExtractValue(&access, 1) : &access;
  if (!stored->getType()->isIntegerTy(1))
    stored = at.builder.CreateIsNotNull(stored);
  emit(at.builder, XBLOCK_HOOK(__xblock_cas_done), {pointer, size, stored, at.site()});
}

static void hookAccess(Instruction &access, AtomicKind kind, Value *pointer, Type *type, Align align,
                       AtomicOrdering order, AccessHooks &hooks) {
  if (!hooks.shared(pointer))
    return;
  Place at = hooks.before(access);
  hookAtomicBefore(at, kind, pointer, hooks.sizeOf(access, type), orderNumber(access, order, alignmentFlag(access, type, align)), hooks);
  hookAtomicDone(access, hooks);
}

static void hookCompareExchange(AtomicCmpXchgInst &access, AccessHooks &hooks) {
  Value *pointer = access.getPointerOperand();
  if (!hooks.shared(pointer))
    return;
  Place at = hooks.before(access);
  Type *type = access.getNewValOperand()->getType();
  Value *size = hooks.sizeOf(access, type);
  if (hooks.ignored())
    return hooks.write(at, pointer, size);
  emit(at.builder, XBLOCK_HOOK(__xblock_cas),
       {pointer, size, orderNumber(access, access.getSuccessOrdering(), alignmentFlag(access, type, access.getAlign())),
        orderNumber(access, access.getFailureOrdering()), at.site()});
  hookCompareExchangeDone(access, pointer, size, hooks);
}

static void hookFence(FenceInst &fence, AccessHooks &hooks) {
  if (hooks.ignored() || fence.getSyncScopeID() == SyncScope::SingleThread)
    return;
  Place at = hooks.before(fence);
  emit(at.builder, XBLOCK_HOOK(__xblock_fence),
       {orderNumber(fence, fence.getOrdering()), at.site()});
}

void hookAtomic(Instruction &instruction, AccessHooks &hooks) {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    if (isGuardVariable(load->getPointerOperand()))
      return hookLoad(*load, hooks);
    hookAccess(*load, AtomicKind::Load, load->getPointerOperand(), load->getType(),
               load->getAlign(), load->getOrdering(), hooks);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    hookAccess(*store, AtomicKind::Store, store->getPointerOperand(),
               store->getValueOperand()->getType(), store->getAlign(), store->getOrdering(), hooks);
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    hookAccess(*update, AtomicKind::ReadModifyWrite, update->getPointerOperand(), update->getType(),
               update->getAlign(), update->getOrdering(), hooks);
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    hookCompareExchange(*exchange, hooks);
  } else if (auto *fence = dyn_cast<FenceInst>(&instruction)) {
    hookFence(*fence, hooks);
  }
}

} // namespace xblock

//===- access_filter.cpp - what is behind a pointer ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "access_filter.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>

using namespace llvm;

namespace xblock {

/// Uses of a local variable that are looked at before it counts as escaping; a guess far above what
/// code has.
static constexpr unsigned kMaxUses = 2000;

/// A load of a C++ object's pointer to its virtual table: what that points to is constant.
static bool isVirtualTablePointer(const Value *object) {
  const auto *load = dyn_cast<LoadInst>(object);
  const MDNode *tag = load ? load->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  return tag && tag->isTBAAVtableAccess();
}

static bool isConstantOrOwn(const Value *object) {
  if (const auto *variable = dyn_cast<GlobalVariable>(object))
    return variable->isConstant() || variable->getName().starts_with("__xblock_");
  return isVirtualTablePointer(object);
}

bool AccessFilter::escapes(const AllocaInst *local) {
  auto [entry, isNew] = escapes_.try_emplace(local, true);
  if (isNew)
    entry->second =
        PointerMayBeCaptured(local, /*ReturnCaptures=*/true, /*StoreCaptures=*/true, kMaxUses);
  return entry->second;
}

bool AccessFilter::mayBeShared(const Value *pointer) {
  if (pointer->getType()->getPointerAddressSpace() != 0 || pointer->isSwiftError())
    return false;
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  return any_of(objects, [&](const Value *object) {
    const auto *local = dyn_cast<AllocaInst>(object);
    return !isConstantOrOwn(object) && (!local || escapes(local));
  });
}

bool isGuardVariable(const Value *pointer) {
  const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer, 0));
  return variable && variable->getName().starts_with("_ZGV");
}

} // namespace xblock

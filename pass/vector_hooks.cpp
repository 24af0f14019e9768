//===- vector_hooks.cpp - lane by lane -------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "vector_hooks.h"

using namespace llvm;

namespace xblock {

namespace {

/// One access of the family: the vector in memory, where it lies, which lanes count.
struct MaskedAccess {
  Type *type;
  Value *pointer; ///< to the first lane, or a vector of pointers to each
  Value *mask;
  bool isWrite;
  bool isPacked; ///< expand and compress: the enabled lanes lie side by side
};

} // namespace

static std::optional<MaskedAccess> maskedAccess(IntrinsicInst &call) {
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  switch (call.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return MaskedAccess{call.getType(), argument(0), argument(2), false, false};
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return MaskedAccess{argument(0)->getType(), argument(1), argument(3), true, false};
  case Intrinsic::masked_expandload:
    return MaskedAccess{call.getType(), argument(0), argument(1), false, true};
  case Intrinsic::masked_compressstore:
    return MaskedAccess{argument(0)->getType(), argument(1), argument(2), true, true};
  default:
    return std::nullopt;
  }
}

static void tell(AccessHooks &hooks, Place &at, bool isWrite, Value *pointer, Value *size) {
  if (isWrite)
    hooks.write(at, pointer, size);
  else
    hooks.read(at, pointer, size);
}

/// The bytes of one lane where its mask bit is on, else 0.
static Value *laneSize(IRBuilder<> &builder, Value *mask, unsigned lane, uint64_t bytes) {
  return builder.CreateSelect(builder.CreateExtractElement(mask, lane), builder.getInt64(bytes),
                              builder.getInt64(0));
}

static Value *lanePointer(IRBuilder<> &builder, Value *pointer, unsigned lane, uint64_t bytes) {
  if (pointer->getType()->isVectorTy())
    return builder.CreateExtractElement(pointer, lane);
  return lane ? builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, lane * bytes) : pointer;
}

static void hookLanes(MaskedAccess access, FixedVectorType *vector, AccessHooks &hooks, Place &at) {
  IRBuilder<> &builder = at.builder;
  const DataLayout &layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  uint64_t bytes = layout.getTypeStoreSize(vector->getElementType()).getFixedValue();
  Value *packed = builder.getInt64(0);
  const bool several = !access.isPacked && vector->getNumElements() > 1;
  if (several)
    hooks.together(at, true);
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    Value *size = laneSize(builder, access.mask, lane, bytes);
    if (access.isPacked) {
      packed = builder.CreateAdd(packed, size);
      continue;
    }
    tell(hooks, at, access.isWrite, lanePointer(builder, access.pointer, lane, bytes), size);
  }
  if (several)
    hooks.together(at, false);
  if (access.isPacked)
    tell(hooks, at, access.isWrite, access.pointer, packed);
}

bool hookVectorIntrinsic(IntrinsicInst &call, AccessHooks &hooks) {
  if (std::optional<MaskedAccess> access = maskedAccess(call)) {
    if (!access->pointer->getType()->isVectorTy() && !hooks.shared(access->pointer))
      return true;
    Place at = hooks.before(call);
    auto *vector = dyn_cast<FixedVectorType>(access->type);
    if (vector && call.getModule()->getDataLayout().typeSizeEqualsStoreSize(vector->getElementType()))
      hookLanes(*access, vector, hooks, at);
    else
      hooks.unsupported(at, call.getCalledFunction()->getName());
    return true;
  }
  if (!isa<VPIntrinsic>(call) || call.doesNotAccessMemory())
    return false;
  Place at = hooks.before(call);
  hooks.unsupported(at, call.getCalledFunction()->getName());
  return true;
}

} // namespace xblock

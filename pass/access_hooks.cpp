//===- access_hooks.cpp - which hook an access gets ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "access_hooks.h"

#include <llvm/Transforms/Instrumentation.h>

using namespace llvm;

namespace xblock {

Place::Place(Instruction &before, Instruction &about, SiteTable &sites)
    : builder(&before), about_(about), sites_(sites) {
  builder.SetCurrentDebugLocation(about.getDebugLoc());
  InstrumentationIRBuilder::ensureDebugInfo(builder, *about.getFunction());
}

Place AccessHooks::before(Instruction &why) {
  used_ = true;
  return Place(why, why, sites_);
}

Place AccessHooks::after(Instruction &why) {
  used_ = true;
  return Place(*why.getNextNode(), why, sites_);
}

/// Index of the sized hook for an access (1, 2, 4, 8, 16 bytes are 0 to 4), or -1.
static int sizedHook(const Value *size, Align align) {
  const auto *constant = dyn_cast<ConstantInt>(size);
  if (!constant || constant->getValue().ugt(16) || !constant->getValue().isPowerOf2())
    return -1;
  return align.value() >= constant->getZExtValue() ? constant->getValue().exactLogBase2() : -1;
}

static bool isZero(const Value *size) {
  const auto *constant = dyn_cast<ConstantInt>(size);
  return constant && constant->isZero();
}

void AccessHooks::read(Place &at, Value *pointer, Value *size, Align align) {
  static constexpr Hook kSized[] = {XBLOCK_HOOK(__xblock_read1), XBLOCK_HOOK(__xblock_read2),
                                    XBLOCK_HOOK(__xblock_read4), XBLOCK_HOOK(__xblock_read8),
                                    XBLOCK_HOOK(__xblock_read16)};
  if (isZero(size) || !shared(pointer))
    return;
  if (ignored_) // only that the block depends on what is not told
    emit(at.builder, XBLOCK_HOOK(__xblock_touch), {pointer, at.builder.getInt64(0)});
  else if (int index = sizedHook(size, align); index >= 0)
    emit(at.builder, kSized[index], {pointer, at.site()});
  else
    emit(at.builder, XBLOCK_HOOK(__xblock_read), {pointer, size, at.site()});
}

void AccessHooks::write(Place &at, Value *pointer, Value *size, Align align) {
  static constexpr Hook kSized[] = {XBLOCK_HOOK(__xblock_write1), XBLOCK_HOOK(__xblock_write2),
                                    XBLOCK_HOOK(__xblock_write4), XBLOCK_HOOK(__xblock_write8),
                                    XBLOCK_HOOK(__xblock_write16)};
  if (isZero(size) || !shared(pointer))
    return;
  if (ignored_)
    emit(at.builder, XBLOCK_HOOK(__xblock_touch), {pointer, size});
  else if (int index = sizedHook(size, align); index >= 0)
    emit(at.builder, kSized[index], {pointer, at.site()});
  else
    emit(at.builder, XBLOCK_HOOK(__xblock_write), {pointer, size, at.site()});
}

void AccessHooks::copy(Place &at, Value *to, Value *from, Value *size) {
  if (ignored_)
    read(at, from, size);
  if (ignored_ || !shared(from))
    return write(at, to, size);
  if (!shared(to))
    return read(at, from, size);
  if (!isZero(size))
    emit(at.builder, XBLOCK_HOOK(__xblock_copy), {to, from, size, at.site()});
}

void AccessHooks::fill(Place &at, Value *to, Value *size) {
  if (ignored_)
    return write(at, to, size);
  if (!isZero(size) && shared(to))
    emit(at.builder, XBLOCK_HOOK(__xblock_fill), {to, size, at.site()});
}

void AccessHooks::together(Place &at, bool begins) {
  if (!ignored_)
    emit(at.builder, XBLOCK_HOOK(__xblock_together), {at.builder.getInt1(begins)});
}

void AccessHooks::unsupported(Place &at, StringRef what) {
  if (!ignored_)
    emit(at.builder, XBLOCK_HOOK(__xblock_unsupported), {sites_.string(what), at.site()});
}

Value *AccessHooks::sizeOf(const Instruction &user, Type *type) const {
  TypeSize size = user.getModule()->getDataLayout().getTypeStoreSize(type);
  if (size.isScalable())
    return nullptr;
  return ConstantInt::get(Type::getInt64Ty(user.getContext()), size.getFixedValue());
}

} // namespace xblock

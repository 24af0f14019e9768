//===- access_filter.cpp - what is behind a pointer ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "access_filter.h"

#include "llvm_versions.h"

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

/// Counters of -fprofile-instr-generate, --coverage and -fsanitize-coverage: a race there is no
/// business of the program.
static bool isInstrumentationData(StringRef name) {
  for (StringRef prefix :
       {"__xblock_", "__profc_", "__profn_", "__llvm_gcov", "__llvm_gcda", "__sancov_"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

/// What the C library keeps for each thread, errno above all. The runtime gives every fiber its
/// own.
static bool isThreadStorageOfC(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->arg_empty() &&
         is_contained({"__errno_location", "__h_errno_location", "__ctype_b_loc",
                       "__ctype_tolower_loc", "__ctype_toupper_loc"},
                      callee->getName());
}

static bool isConstantOrNoneOfTheProgram(const Value *object) {
  if (const auto *variable = dyn_cast<GlobalVariable>(object))
    return variable->isConstant() || isInstrumentationData(variable->getName());
  if (const auto *call = dyn_cast<CallBase>(object))
    return isThreadStorageOfC(*call);
  return isVirtualTablePointer(object);
}

/// Uses that LLVM counts as captures, but that hand the address to nobody who keeps it.
static bool isAccessOnly(const Use &use) {
  const User *user = use.getUser();
  if (isa<LoadInst>(user)) // a volatile one
    return true;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == StoreInst::getPointerOperandIndex();
  const auto *call = dyn_cast<CallBase>(user);
  if (!call || !call->isArgOperand(&use))
    return false;
  unsigned argument = call->getArgOperandNo(&use);
  if (call->isInlineAsm())
    return call->getParamElementType(argument) != nullptr; // an indirect operand
  const Function *callee = call->getCalledFunction();
  return call->isByValArgument(argument) || (callee && callee->isTargetIntrinsic());
}

namespace {

class EscapeTracker : public CaptureTracker {
public:
  void tooManyUses() override { escapes = true; }
  bool captured(const Use *use) override {
    escapes |= !isAccessOnly(*use);
    return escapes;
  }
  bool escapes = false;
};

} // namespace

bool AccessFilter::escapes(const AllocaInst *local) {
  auto [entry, isNew] = escapes_.try_emplace(local, true);
  if (isNew) {
    EscapeTracker tracker;
    PointerMayBeCaptured(local, &tracker, kMaxUses);
    entry->second = tracker.escapes;
  }
  return entry->second;
}

bool AccessFilter::mayBeShared(const Value *pointer) {
  if (pointer->getType()->getPointerAddressSpace() != 0 || pointer->isSwiftError())
    return false;
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  return any_of(objects, [&](const Value *object) {
    const auto *local = dyn_cast<AllocaInst>(object);
    return !isConstantOrNoneOfTheProgram(object) && (!local || escapes(local));
  });
}

bool isGuardVariable(const Value *pointer) {
  const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer, 0));
  return variable && variable->getName().starts_with("_ZGV");
}

} // namespace xblock

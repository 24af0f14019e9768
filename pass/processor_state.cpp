//===- processor_state.cpp - counters, random numbers, the thread's pointer ------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "processor_state.h"

#include "abi_emit.h"
#include "llvm_versions.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IntrinsicsX86.h>

using namespace llvm;

namespace xblock {

Value *emitCounter(IRBuilderBase &at, Constant *site) { return emit(at, XBLOCK_HOOK(__xblock_counter), {site}); }
Value *emitRandom(IRBuilderBase &at) { return emit(at, XBLOCK_HOOK(__xblock_random), {}); }

namespace {

enum class State { None, Counter, CounterAndProcessor, Processor, Random, Refused };

} // namespace

static State stateOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::readcyclecounter:
  case kReadSteadyCounter:
  case Intrinsic::x86_rdtsc:
    return State::Counter;
  case Intrinsic::x86_rdtscp:
    return State::CounterAndProcessor;
  case Intrinsic::x86_rdpid:
    return State::Processor;
  case Intrinsic::x86_rdrand_16:
  case Intrinsic::x86_rdrand_32:
  case Intrinsic::x86_rdrand_64:
  case Intrinsic::x86_rdseed_16:
  case Intrinsic::x86_rdseed_32:
  case Intrinsic::x86_rdseed_64:
    return State::Random;
  case Intrinsic::thread_pointer:
  case Intrinsic::x86_rdfsbase_32:
  case Intrinsic::x86_rdfsbase_64:
  case Intrinsic::x86_rdgsbase_32:
  case Intrinsic::x86_rdgsbase_64:
  case Intrinsic::x86_wrfsbase_32:
  case Intrinsic::x86_wrfsbase_64:
  case Intrinsic::x86_wrgsbase_32:
  case Intrinsic::x86_wrgsbase_64:
  case Intrinsic::x86_rdpmc:
  case Intrinsic::x86_rdpru:
  case Intrinsic::x86_tpause:
  case Intrinsic::x86_umwait:
  case Intrinsic::x86_mwaitx:
  case Intrinsic::x86_xbegin:
    return State::Refused;
  default:
    return State::None;
  }
}

/// The processor's number is 0, as sched_getcpu has it; that there were random bits is 1.
static Value *modelled(IntrinsicInst &call, State state, Place &place) {
  IRBuilderBase &at = place.builder;
  if (state == State::Counter)
    return emitCounter(at, place.site());
  if (state == State::Processor)
    return ConstantInt::get(call.getType(), 0);
  bool random = state == State::Random;
  auto *type = cast<StructType>(call.getType());
  Value *first = at.CreateZExtOrTrunc(random ? emitRandom(at) : emitCounter(at, place.site()), type->getElementType(0));
  Value *one = at.CreateInsertValue(PoisonValue::get(type), first, 0);
  return at.CreateInsertValue(one, ConstantInt::get(type->getElementType(1), random), 1);
}

bool hookProcessorState(IntrinsicInst &call, AccessHooks &hooks) {
  State state = stateOf(call.getIntrinsicID());
  if (state == State::None)
    return false;
  Place at = hooks.before(call);
  if (state == State::Refused) {
    hooks.unsupported(at, call.getCalledFunction()->getName());
  } else {
    call.replaceAllUsesWith(modelled(call, state, at));
    call.eraseFromParent();
  }
  return true;
}

void refuseSegments(Instruction &instruction, AccessHooks &hooks) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (call ? !call->isInlineAsm() && !isa<IntrinsicInst>(call) : !instruction.mayReadOrWriteMemory())
    return;
  for (const Value *operand : instruction.operand_values()) {
    const auto *pointer = dyn_cast<PointerType>(operand->getType()->getScalarType());
    const auto *store = dyn_cast<StoreInst>(&instruction);
    if (!pointer || pointer->getAddressSpace() == 0 || (store && operand != store->getPointerOperand()))
      continue;
    bool isSegment = pointer->getAddressSpace() >= 256 && pointer->getAddressSpace() <= 258;
    Place at = hooks.before(instruction);
    return hooks.unsupported(at, isSegment ? "access at a segment" : "access in another address space");
  }
}

/// In either dialect: %fs:0, fs:[0].
static bool namesSegment(StringRef assembly, StringRef segment) {
  for (size_t at = assembly.find_insensitive(segment); at != StringRef::npos; at = assembly.find_insensitive(segment, at + 1))
    if (at == 0 || !(isAlnum(assembly[at - 1]) || assembly[at - 1] == '_'))
      return true;
  return false;
}

StringRef processorStateIn(StringRef assembly) {
  static constexpr StringRef kInstructions[] = {"rdtscp",   "rdtsc",    "rdrand",   "rdseed", "rdpmc",  "rdpru",  "rdpid", "rdfsbase",
                                                "rdgsbase", "wrfsbase", "wrgsbase", "xbegin", "umwait", "tpause", "mwaitx"};
  for (StringRef word : kInstructions)
    if (assembly.contains_insensitive(word))
      return word;
  for (StringRef segment : {"fs:", "gs:"})
    if (namesSegment(assembly, segment))
      return segment;
  return "";
}

} // namespace xblock

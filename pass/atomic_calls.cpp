//===- atomic_calls.cpp - libatomic's functions by name --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "atomic_calls.h"

#include "atomic_hooks.h"

#include <optional>

using namespace llvm;

namespace xblock {

namespace {

enum class Operation { Load, Store, Exchange, CompareExchange, Fetch };

/// A function of libatomic. bytes is 0 for the generic forms, whose first argument is the size and
/// which take and give values through pointers.
struct AtomicFunction {
  Operation operation;
  unsigned bytes;
};

} // namespace

static std::optional<AtomicFunction> atomicFunction(StringRef name) {
  if (!name.consume_front("__atomic_"))
    return std::nullopt;
  unsigned bytes = 0;
  auto [stem, suffix] = name.rsplit('_');
  if (!suffix.getAsInteger(10, bytes))
    name = stem;
  else
    bytes = 0;
  if (name == "load")
    return AtomicFunction{Operation::Load, bytes};
  if (name == "store")
    return AtomicFunction{Operation::Store, bytes};
  if (name == "exchange")
    return AtomicFunction{Operation::Exchange, bytes};
  if (name == "compare_exchange")
    return AtomicFunction{Operation::CompareExchange, bytes};
  if (bytes && (name.starts_with("fetch_") || name.ends_with("_fetch")))
    return AtomicFunction{Operation::Fetch, bytes};
  return std::nullopt;
}

bool isAtomicCall(StringRef name) { return atomicFunction(name).has_value(); }

/// What the call does to plain memory besides its atomic access: reads before it, writes after it.
static void hookValuePointers(CallBase &call, AtomicFunction function, Value *size,
                              AccessHooks &hooks) {
  bool isGeneric = function.bytes == 0;
  unsigned first = isGeneric ? 2 : 1; // behind (size,) object
  SmallVector<Value *, 2> reads, writes;
  auto pointer = [&](unsigned i) { return call.getArgOperand(first + i); };
  if (function.operation == Operation::CompareExchange) {
    reads.push_back(pointer(0));
    writes.push_back(pointer(0));
    if (isGeneric)
      reads.push_back(pointer(1));
  } else if (isGeneric) {
    if (function.operation != Operation::Load)
      reads.push_back(pointer(0));
    if (function.operation != Operation::Store)
      writes.push_back(pointer(function.operation == Operation::Load ? 0 : 1));
  }
  Place at = hooks.before(call);
  for (Value *value : reads)
    hooks.read(at, value, size);
  for (Value *value : writes)
    hooks.write(at, value, size);
}

static AtomicKind kindOf(Operation operation) {
  switch (operation) {
  case Operation::Load:
    return AtomicKind::Load;
  case Operation::Store:
    return AtomicKind::Store;
  default:
    return AtomicKind::ReadModifyWrite;
  }
}

void hookAtomicCall(CallBase &call, AccessHooks &hooks) {
  AtomicFunction function = *atomicFunction(call.getCalledFunction()->getName());
  Place at = hooks.before(call);
  bool isCompareExchange = function.operation == Operation::CompareExchange;
  if (!isa<CallInst>(call) || call.isMustTailCall())
    return hooks.unsupported(at, call.getCalledFunction()->getName());
  Value *object = call.getArgOperand(function.bytes ? 0 : 1);
  Value *size = function.bytes ? at.builder.getInt64(function.bytes) : call.getArgOperand(0);
  hookValuePointers(call, function, size, hooks);
  if (!hooks.shared(object))
    return;
  Value *order = call.getArgOperand(call.arg_size() - (isCompareExchange ? 2 : 1));
  if (!isCompareExchange) {
    hookAtomicBefore(at, kindOf(function.operation), object, size, order, hooks);
    return hookAtomicDone(call, hooks);
  }
  if (hooks.ignored())
    return hooks.write(at, object, size);
  emit(at.builder, XBLOCK_HOOK(__xblock_cas),
       {object, size, order, call.getArgOperand(call.arg_size() - 1), at.site()});
  hookCompareExchangeDone(call, object, size, hooks);
}

} // namespace xblock

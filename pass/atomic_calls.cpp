//===- atomic_calls.cpp - libatomic's functions by name --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "atomic_calls.h"

#include "atomic_hooks.h"

#include <llvm/Support/ErrorHandling.h>

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

static unsigned argumentCount(AtomicFunction function) {
  bool isGeneric = function.bytes == 0;
  switch (function.operation) {
  case Operation::Load: // (size,) object, (result,) order
    return isGeneric ? 4 : 2;
  case Operation::Store: // (size,) object, value, order
    return isGeneric ? 4 : 3;
  case Operation::Exchange: // (size,) object, value, (result,) order
    return isGeneric ? 5 : 3;
  case Operation::CompareExchange: // (size,) object, expected, desired, two orders
    return isGeneric ? 6 : 5;
  case Operation::Fetch: // object, value, order
    return 3;
  }
  llvm_unreachable("all operations are above");
}

/// What the call does to plain memory besides its atomic access: reads before it, writes after it. Whether there is such a thing.
static bool hookValuePointers(CallBase &call, AtomicFunction function, Value *size,
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
  auto isShared = [&](const Value *value) { return hooks.shared(value); };
  if (none_of(reads, isShared) && none_of(writes, isShared))
    return false;
  Place at = hooks.before(call);
  hooks.together(at, true);
  for (Value *value : reads)
    hooks.read(at, value, size);
  for (Value *value : writes)
    hooks.write(at, value, size);
  return true;
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

/// The call's order, and that a generic function takes objects at any address.
static Value *orderOf(Value *order, AtomicFunction function, Place &at) {
  return function.bytes ? order : at.builder.CreateOr(order, static_cast<uint64_t>(xblock_any_alignment));
}

static void hookCompareExchange(CallBase &call, AtomicFunction function, Place &at, Value *object,
                                Value *size, AccessHooks &hooks) {
  if (hooks.ignored())
    return hooks.write(at, object, size);
  Value *success = orderOf(call.getArgOperand(call.arg_size() - 2), function, at);
  Value *failure = call.getArgOperand(call.arg_size() - 1);
  emit(at.builder, XBLOCK_HOOK(__xblock_cas), {object, size, success, failure, at.site()});
  hookCompareExchangeDone(call, object, size, hooks);
}

static void hookKnownCall(CallBase &call, AtomicFunction function, AccessHooks &hooks) {
  Place at = hooks.before(call);
  if (!isa<CallInst>(call) || call.isMustTailCall())
    return hooks.unsupported(at, call.getCalledFunction()->getName());
  Value *object = call.getArgOperand(function.bytes ? 0 : 1);
  Value *size = function.bytes ? at.builder.getInt64(function.bytes) : call.getArgOperand(0);
  const bool together = hookValuePointers(call, function, size, hooks);
  if (!hooks.shared(object)) {
    if (together)
      hooks.together(at, false);
    return;
  }
  const bool compares = function.operation == Operation::CompareExchange;
  if (compares) {
    hookCompareExchange(call, function, at, object, size, hooks);
  } else {
    Value *order = orderOf(call.getArgOperand(call.arg_size() - 1), function, at);
    hookAtomicBefore(at, kindOf(function.operation), object, size, order, hooks);
  }
  if (together)
    hooks.together(at, false);
  if (!compares)
    hookAtomicDone(call, hooks);
}

bool hookAtomicCall(CallBase &call, AccessHooks &hooks) {
  std::optional<AtomicFunction> function = atomicFunction(call.getCalledFunction()->getName());
  if (!function || call.arg_size() != argumentCount(*function))
    return false;
  hookKnownCall(call, *function, hooks);
  return true;
}

} // namespace xblock

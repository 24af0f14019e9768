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

namespace {

/// A value that the function takes or gives by a pointer: an argument.
struct ValueArgument {
  unsigned number;
  bool isRead, isWritten;
};

/// A value that is written back behind the call.
struct Result {
  Value *pointer, *copy;
};

} // namespace

static SmallVector<ValueArgument, 2> valueArguments(AtomicFunction function) {
  const bool isGeneric = function.bytes == 0;
  const unsigned first = isGeneric ? 2 : 1; // behind (size,) object
  if (function.operation == Operation::CompareExchange) {
    SmallVector<ValueArgument, 2> both{{first, true, true}};
    if (isGeneric)
      both.push_back({first + 1, true, false});
    return both;
  }
  if (!isGeneric || function.operation == Operation::Fetch)
    return {};
  if (function.operation == Operation::Load)
    return {{first, false, true}};
  if (function.operation == Operation::Store)
    return {{first, true, false}};
  return {{first, true, false}, {first + 1, false, true}};
}

/// Room in the function's frame, which no other thread sees.
static AllocaInst *roomFor(CallBase &call, unsigned argument, const ConstantInt *size) {
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst *room = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), size->getZExtValue()), nullptr);
  const Align sized(16); // the widest of the functions that say their size
  room->setAlignment(std::max(sized, call.getParamAlign(argument).valueOrOne()));
  return room;
}

/// What the call does to plain memory besides its atomic access. Values that other threads may see are read before it, and
/// written behind it, as for an atomic instruction, which has them in registers: the call gets copies of its own. So others can
/// come in between, and a block that is cut there has made what it told of.
static SmallVector<Result, 2> hookValues(CallBase &call, AtomicFunction function, Value *size, Place &at, AccessHooks &hooks) {
  SmallVector<Result, 2> results;
  for (const ValueArgument &value : valueArguments(function)) {
    Value *pointer = call.getArgOperand(value.number);
    if (!hooks.shared(pointer))
      continue;
    const auto *constant = dyn_cast<ConstantInt>(size);
    if (!constant) {
      hooks.unsupported(at, "atomic access of a size that is no constant");
      continue;
    }
    Value *copy = roomFor(call, value.number, constant);
    if (value.isRead) {
      hooks.read(at, pointer, size);
      at.builder.CreateMemCpy(copy, Align(1), pointer, Align(1), size);
    }
    if (value.isWritten)
      results.push_back({pointer, copy});
    call.setArgOperand(value.number, copy);
    cast<CallInst>(call).setTailCallKind(CallInst::TCK_None); // it may access the caller's frame now
  }
  return results;
}

/// Behind the call, and before what stands there already.
static void writeResults(CallBase &call, AtomicFunction function, ArrayRef<Result> results, Value *size, AccessHooks &hooks) {
  if (results.empty())
    return;
  Place at = hooks.after(call);
  if (function.operation == Operation::CompareExchange) // a failed one gives what it found
    size = at.builder.CreateSelect(at.builder.CreateIsNotNull(&call), at.builder.getInt64(0), size);
  for (const Result &result : results) {
    hooks.write(at, result.pointer, size);
    at.builder.CreateMemCpy(result.pointer, Align(1), result.copy, Align(1), size);
  }
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
  SmallVector<Result, 2> results = hookValues(call, function, size, at, hooks);
  writeResults(call, function, results, size, hooks);
  if (!hooks.shared(object))
    return;
  if (function.operation == Operation::CompareExchange)
    return hookCompareExchange(call, function, at, object, size, hooks);
  Value *order = orderOf(call.getArgOperand(call.arg_size() - 1), function, at);
  hookAtomicBefore(at, kindOf(function.operation), object, size, order, hooks);
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

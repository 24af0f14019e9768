//===- assembly_machine.cpp - constraints, names and values ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "assembly_machine.h"

#include "llvm_versions.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace xblock {

namespace {

struct Register {
  std::string name; // of all 64 bits
  unsigned bits = 0;
};

} // namespace

/// `name` is without its %. No bits: none that is known (%ah, %xmm0, %rsp, ...).
static Register lookUp(StringRef name) {
  static constexpr const char *kNames[][4] = {
      {"rax", "eax", "ax", "al"}, {"rbx", "ebx", "bx", "bl"},  {"rcx", "ecx", "cx", "cl"},
      {"rdx", "edx", "dx", "dl"}, {"rsi", "esi", "si", "sil"}, {"rdi", "edi", "di", "dil"}};
  for (const auto &names : kNames)
    for (unsigned i = 0; i < 4; ++i)
      if (name == names[i])
        return {names[0], 64U >> i};
  unsigned number = 0;
  if (StringRef rest = name; rest.consume_front("r") && !rest.consumeInteger(10, number) &&
                             number >= 8 && number <= 15 && rest.size() <= 1) {
    unsigned bits = rest.empty() ? 64 : rest == "d" ? 32 : rest == "w" ? 16 : rest == "b" ? 8 : 0;
    return {"r" + utostr(number), bits};
  }
  return {};
}

AssemblyMachine::AssemblyMachine(CallBase &call, SiteTable &sites) : call_(call), sites_(sites), builder_(&call) {
  unsigned output = 0, argument = 0;
  for (const InlineAsm::ConstraintInfo &constraint :
       cast<InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    if (constraint.Type == InlineAsm::isClobber)
      continue;
    Type *result = nullptr;
    if (constraint.Type == InlineAsm::isOutput && !constraint.isIndirect) {
      result = call.getType();
      if (auto *several = dyn_cast<StructType>(result))
        result = several->getElementType(output);
      ++output;
    }
    addConstraint(constraint, result, argument);
    if (fails_)
      return;
  }
}

void AssemblyMachine::addConstraint(const InlineAsm::ConstraintInfo &constraint, Type *result,
                                 unsigned &argument) {
  Constraint operand;
  operand.isOutput = constraint.Type == InlineAsm::isOutput;
  if (constraint.isMultipleAlternative || constraint.Codes.empty() ||
      (!operand.isOutput && constraint.Type != InlineAsm::isInput))
    return fail();
  StringRef code = constraint.Codes.front();
  if (constraint.isIndirect) {
    if (!is_contained(constraint.Codes, "m"))
      return fail();
    operand.pointer = call_.getArgOperand(argument);
    operand.type = call_.getParamElementType(argument);
    ++argument;
    constraints_.push_back(operand);
    return;
  }
  operand.slot = "$" + utostr(constraints_.size());
  if (StringRef flag = code; flag.consume_front("{@cc") && flag.consume_back("}")) {
    operand.flag = flag.str();
  } else if (StringRef name = code; name.consume_front("{") && name.consume_back("}")) {
    operand.slot = lookUp(name).name;
  } else if (unsigned tied = 0; !code.getAsInteger(10, tied)) {
    if (tied >= constraints_.size() || constraints_[tied].slot.empty())
      return fail();
    operand.slot = constraints_[tied].slot;
  } else if (is_contained({"x", "v", "y", "t", "u", "f", "Yz", "A", "X"}, code)) {
    return fail(); // no general register
  }
  if (operand.slot.empty())
    return fail();
  operand.type = result;
  if (!operand.isOutput) {
    Value *input = call_.getArgOperand(argument++);
    operand.type = input->getType();
    registers_[operand.slot] = toBits(input);
  }
  constraints_.push_back(operand);
}

/// A register's 64 bits; what a narrower value leaves above it is zero here.
Value *AssemblyMachine::toBits(Value *value) {
  Type *type = value->getType();
  if (type->isPointerTy())
    return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
  if (type->isDoubleTy() || type->isFloatTy())
    value = builder_.CreateBitCast(value, builder_.getIntNTy(type->getPrimitiveSizeInBits()));
  else if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64) {
    fail();
    return nullptr;
  }
  return builder_.CreateZExt(value, builder_.getInt64Ty());
}

Value *AssemblyMachine::fromBits(Value *value, Type *type) {
  if (type->isPointerTy())
    return builder_.CreateIntToPtr(value, type);
  if (type->isDoubleTy() || type->isFloatTy())
    return builder_.CreateBitCast(
        builder_.CreateTrunc(value, builder_.getIntNTy(type->getPrimitiveSizeInBits())), type);
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    return builder_.CreateTrunc(value, type);
  fail();
  return nullptr;
}

AssemblyMachine::Operand AssemblyMachine::placeOf(StringRef number, StringRef modifier) {
  unsigned index = 0;
  if (number.getAsInteger(10, index) || index >= constraints_.size() ||
      !constraints_[index].flag.empty()) {
    fail();
    return {};
  }
  const Constraint &operand = constraints_[index];
  Operand place;
  place.slot = operand.slot;
  place.pointer = operand.pointer;
  if (modifier.empty()) {
    if (operand.type && operand.type->isSized())
      place.bits = call_.getModule()->getDataLayout().getTypeSizeInBits(operand.type);
  } else if (operand.pointer || modifier.size() != 1 || !StringRef("bwkq").contains(modifier)) {
    fail();
  } else {
    place.bits = 8U << StringRef("bwkq").find(modifier);
  }
  return place;
}

AssemblyMachine::Operand AssemblyMachine::memoryAt(StringRef offset, StringRef base) {
  int64_t bytes = 0;
  Operand at = parse(base.trim());
  if ((!offset.empty() && offset.getAsInteger(0, bytes)) || at.slot.empty() || base.contains(','))
    fail();
  Value *address = fails_ ? nullptr : read(at, 64);
  if (!address)
    return {};
  if (bytes != 0)
    address = builder_.CreateAdd(address, builder_.getInt64(static_cast<uint64_t>(bytes)));
  Operand place;
  place.pointer = builder_.CreateIntToPtr(address, builder_.getPtrTy());
  return place;
}

AssemblyMachine::Operand AssemblyMachine::parse(StringRef text) {
  Operand place;
  if (text.consume_front("$$")) {
    int64_t number = 0;
    if (text.getAsInteger(0, number))
      fail();
    place.number = number;
  } else if (text.ends_with(")") && text.contains('(')) {
    auto [offset, base] = text.drop_back().split('(');
    return memoryAt(offset.trim(), base);
  } else if (text.consume_front("${") && text.consume_back("}")) {
    auto [number, modifier] = text.split(':');
    return placeOf(number, modifier);
  } else if (text.consume_front("$")) {
    return placeOf(text, "");
  } else if (text.consume_front("%")) {
    Register named = lookUp(text);
    place.slot = named.name;
    place.bits = named.bits;
    if (!named.bits)
      fail();
  } else {
    fail();
  }
  return place;
}

Value *AssemblyMachine::read(const Operand &from, unsigned bits) {
  if (from.number)
    return ConstantInt::getSigned(type(bits), *from.number);
  if (from.isMemory()) {
    LoadInst *load = builder_.CreateAlignedLoad(type(bits), from.pointer, Align(bits / 8));
    load->setAtomic(AtomicOrdering::Acquire);
    load->setVolatile(true);
    return load;
  }
  Value *value = registers_.lookup(from.slot);
  if (!value) {
    fail(); // what the register held before the template
    return nullptr;
  }
  return builder_.CreateTrunc(value, type(bits));
}

void AssemblyMachine::write(const Operand &to, Value *value) {
  unsigned bits = value->getType()->getIntegerBitWidth();
  if (to.number)
    return fail();
  if (to.isMemory()) {
    StoreInst *store = builder_.CreateAlignedStore(value, to.pointer, Align(bits / 8));
    store->setAtomic(AtomicOrdering::Release);
    store->setVolatile(true);
    return;
  }
  Value *wide = builder_.CreateZExt(value, builder_.getInt64Ty());
  Value *old = registers_.lookup(to.slot);
  if (bits < 32 && old) // the others stay
    wide = builder_.CreateOr(builder_.CreateAnd(old, ~0ULL << bits), wide);
  registers_[to.slot] = wide;
}

Value *AssemblyMachine::condition(StringRef code) {
  StringRef positive = code;
  bool negated = positive.consume_front("n");
  Value *flag = is_contained({"z", "e"}, positive)        ? flags.zero
                : is_contained({"c", "b"}, positive)      ? flags.carry
                : positive == "s"                         ? flags.sign
                : !negated && positive == "ae"            ? flags.carry
                                                          : nullptr;
  if (!flag) {
    fail();
    return nullptr;
  }
  return negated || positive == "ae" ? builder_.CreateNot(flag) : flag;
}

Value *AssemblyMachine::result() {
  Value *all = nullptr;
  unsigned index = 0;
  for (const Constraint &operand : constraints_) {
    if (!operand.isOutput || operand.pointer)
      continue;
    Value *bits = operand.flag.empty() ? registers_.lookup(operand.slot) : condition(operand.flag);
    if (!bits) {
      fail(); // left as it was, whatever that is
      return nullptr;
    }
    if (!operand.flag.empty())
      bits = builder_.CreateZExt(bits, builder_.getInt64Ty());
    Value *value = fromBits(bits, operand.type);
    if (!value)
      return nullptr;
    if (!call_.getType()->isStructTy())
      return value;
    all = builder_.CreateInsertValue(all ? all : PoisonValue::get(call_.getType()), value, index++);
  }
  return all;
}

} // namespace xblock

//===- assembly_instructions.cpp - what each instruction does --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "assembly_instructions.h"

#include "assembly_machine.h"
#include "llvm_versions.h"
#include "processor_state.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace xblock {

namespace {

using Machine = AssemblyMachine;
using Operation = AtomicRMWInst::BinOp;

/// One instruction of a template, without its lock prefix.
struct Statement {
  StringRef name;                          // without the letter of its width
  SmallVector<Machine::Operand, 2> operands; // as AT&T writes them: the last one is written
  unsigned bits = 0;
  bool locked = false;
};

} // namespace

static bool doesNothingHere(StringRef instruction) {
  StringRef name = instruction.split(' ').first;
  return is_contained({"", "pause", "nop", "rep", "lfence", "sfence"}, instruction) ||
         instruction == "rep nop" || name.starts_with("prefetch");
}

/// What `name` does to its last operand with its first, or with a constant.
static std::optional<Operation> operationOf(StringRef name) {
  return StringSwitch<std::optional<Operation>>(name)
      .Cases("add", "inc", "xadd", Operation::Add)
      .Cases("sub", "dec", Operation::Sub)
      .Case("and", Operation::And)
      .Case("or", Operation::Or)
      .Cases("xor", "not", Operation::Xor)
      .Case("xchg", Operation::Xchg)
      .Default(std::nullopt);
}

static Value *resultOf(IRBuilder<> &builder, Operation operation, Value *old, Value *operand) {
  switch (operation) {
  case Operation::Add:
    return builder.CreateAdd(old, operand);
  case Operation::Sub:
    return builder.CreateSub(old, operand);
  case Operation::And:
    return builder.CreateAnd(old, operand);
  case Operation::Or:
    return builder.CreateOr(old, operand);
  case Operation::Xor:
    return builder.CreateXor(old, operand);
  default:
    return operand;
  }
}

static void setFlags(Machine &machine, StringRef name, Value *old, Value *operand, Value *result) {
  if (name == "not" || name == "xchg")
    return;
  IRBuilder<> &builder = machine.builder();
  machine.flags.zero = builder.CreateIsNull(result);
  machine.flags.sign = builder.CreateIsNeg(result);
  if (name == "add" || name == "xadd")
    machine.flags.carry = builder.CreateICmpULT(result, operand);
  else if (name == "sub")
    machine.flags.carry = builder.CreateICmpULT(old, operand);
  else if (name != "inc" && name != "dec") // those leave it as it is
    machine.flags.carry = builder.getFalse();
}

/// REQUIRES: the operation is of operationOf.
static void update(Machine &machine, const Statement &statement) {
  bool exchanges = statement.name == "xchg", one = statement.operands.size() == 1;
  if (one != is_contained({"inc", "dec", "not"}, statement.name))
    return machine.fail();
  Machine::Operand target = statement.operands.back(), source = statement.operands.front();
  if (exchanges && source.isMemory())
    std::swap(target, source);
  if ((!one && source.isMemory()) || (statement.locked && !target.isMemory()))
    return machine.fail();
  IRBuilder<> &builder = machine.builder();
  Value *operand = one ? ConstantInt::getSigned(machine.type(statement.bits), statement.name == "not" ? -1 : 1)
                       : machine.read(source, statement.bits);
  if (machine.fails())
    return;
  Operation operation = *operationOf(statement.name);
  bool atomic = target.isMemory() && (statement.locked || exchanges); // xchg locks by itself
  Value *old = atomic ? builder.CreateAtomicRMW(operation, target.pointer, operand, Align(statement.bits / 8),
                                                AtomicOrdering::SequentiallyConsistent)
                      : machine.read(target, statement.bits);
  if (machine.fails())
    return;
  Value *result = resultOf(builder, operation, old, operand);
  setFlags(machine, statement.name, old, operand, result);
  if (exchanges || statement.name == "xadd")
    machine.write(source, old);
  if (!atomic)
    machine.write(target, result);
}

static AtomicCmpXchgInst *exchangeIfEqual(Machine &machine, Value *pointer, Value *expected, Value *wanted) {
  AtomicCmpXchgInst *exchange = machine.builder().CreateAtomicCmpXchg(
      pointer, expected, wanted, Align(expected->getType()->getIntegerBitWidth() / 8),
      AtomicOrdering::SequentiallyConsistent, AtomicOrdering::SequentiallyConsistent);
  exchange->setVolatile(true);
  machine.flags = {};
  machine.flags.zero = machine.builder().CreateExtractValue(exchange, 1);
  return exchange;
}

static void compareExchange(Machine &machine, const Statement &statement) {
  if (statement.operands.size() != 2 || !statement.operands[1].isMemory() || !statement.locked)
    return machine.fail();
  Machine::Operand accumulator = machine.registerNamed("rax");
  Value *wanted = machine.read(statement.operands[0], statement.bits);
  Value *expected = machine.read(accumulator, statement.bits);
  if (machine.fails())
    return;
  Value *done = exchangeIfEqual(machine, statement.operands[1].pointer, expected, wanted);
  // The same as was expected where it was equal.
  machine.write(accumulator, machine.builder().CreateExtractValue(done, 0));
}

/// The backend has no such instruction for every x86-64, and would call a library.
static void allowWideExchange(Function &function) {
  StringRef features = function.getFnAttribute("target-features").getValueAsString();
  if (!features.contains("+cx16"))
    function.addFnAttr("target-features", features.empty() ? "+cx16" : (features + ",+cx16").str());
}

static void compareExchangeWide(Machine &machine, const Statement &statement) {
  if (statement.operands.size() != 1 || !statement.operands[0].isMemory() || !statement.locked)
    return machine.fail();
  IRBuilder<> &builder = machine.builder();
  auto wide = [&](const char *low, const char *high) -> Value * {
    Value *below = machine.read(machine.registerNamed(low), 64), *above = machine.read(machine.registerNamed(high), 64);
    if (machine.fails())
      return nullptr;
    return builder.CreateOr(builder.CreateZExt(below, machine.type(128)),
                            builder.CreateShl(builder.CreateZExt(above, machine.type(128)), 64));
  };
  Value *expected = wide("rax", "rdx"), *wanted = wide("rbx", "rcx");
  if (machine.fails())
    return;
  allowWideExchange(*builder.GetInsertBlock()->getParent());
  Value *found = builder.CreateExtractValue(
      exchangeIfEqual(machine, statement.operands[0].pointer, expected, wanted), 0);
  machine.write(machine.registerNamed("rax"), builder.CreateTrunc(found, machine.type(64)));
  machine.write(machine.registerNamed("rdx"), builder.CreateTrunc(builder.CreateLShr(found, 64), machine.type(64)));
}

/// bts, btr, btc: a bit of memory, which may lie before or behind the operand.
static void bitOperation(Machine &machine, const Statement &statement) {
  if (statement.operands.size() != 2 || !statement.operands[1].isMemory() || !statement.locked ||
      statement.bits == 8)
    return machine.fail();
  IRBuilder<> &builder = machine.builder();
  Type *type = machine.type(statement.bits);
  Value *index = machine.read(statement.operands[0], statement.bits);
  if (machine.fails())
    return;
  Value *within = builder.CreateAnd(index, statement.bits - 1);
  Value *pointer = statement.operands[1].pointer;
  if (!statement.operands[0].number) // a number counts within the operand
    pointer = builder.CreateGEP(
        type, pointer, builder.CreateSExt(builder.CreateAShr(index, Log2_32(statement.bits)), builder.getInt64Ty()));
  Value *mask = builder.CreateShl(ConstantInt::get(type, 1), within);
  Operation operation = statement.name == "bts"   ? Operation::Or
                        : statement.name == "btr" ? Operation::And
                                                  : Operation::Xor;
  Value *operand = operation == Operation::And ? builder.CreateNot(mask) : mask;
  Value *old = builder.CreateAtomicRMW(operation, pointer, operand, Align(statement.bits / 8),
                                       AtomicOrdering::SequentiallyConsistent);
  machine.flags.carry = builder.CreateIsNotNull(builder.CreateAnd(old, mask));
}

static void setByte(Machine &machine, const Statement &statement) {
  if (statement.operands.size() != 1 || statement.locked)
    return machine.fail();
  if (Value *flag = machine.condition(statement.name.drop_front(3)))
    machine.write(statement.operands[0], machine.builder().CreateZExt(flag, machine.type(8)));
}

/// By a number of bits; what that leaves in the flags is not known here.
static void shift(Machine &machine, const Statement &statement) {
  if (statement.operands.size() != 2 || !statement.operands[0].number || statement.operands[1].isMemory() || statement.locked)
    return machine.fail();
  Value *value = machine.read(statement.operands[1], statement.bits);
  if (machine.fails())
    return;
  IRBuilder<> &builder = machine.builder();
  uint64_t by = static_cast<uint64_t>(*statement.operands[0].number) % (statement.bits == 64 ? 64 : 32);
  if (by >= statement.bits)
    return machine.fail();
  machine.flags = {};
  machine.write(statement.operands[1], statement.name == "shr" ? builder.CreateLShr(value, by) : builder.CreateShl(value, by));
}

/// rdtsc and rdtscp, which tells the number of the processor too.
static void readCounter(Machine &machine, const Statement &statement) {
  if (!statement.operands.empty() || statement.locked)
    return machine.fail();
  IRBuilder<> &builder = machine.builder();
  Value *counter = emitCounter(builder, machine.site());
  machine.write(machine.registerNamed("rax"), builder.CreateTrunc(counter, machine.type(32)));
  machine.write(machine.registerNamed("rdx"), builder.CreateTrunc(builder.CreateLShr(counter, 32), machine.type(32)));
  if (statement.name == "rdtscp")
    machine.write(machine.registerNamed("rcx"), ConstantInt::get(machine.type(32), 0));
}

/// rdpid: the number of the processor.
static void readProcessor(Machine &machine, const Statement &statement) {
  if (statement.operands.size() != 1 || statement.operands[0].isMemory() || statement.locked)
    return machine.fail();
  machine.write(statement.operands[0], ConstantInt::get(machine.type(64), 0));
}

static void readRandom(Machine &machine, const Statement &statement) {
  if (statement.operands.size() != 1 || statement.operands[0].isMemory() || statement.bits == 8 || statement.locked)
    return machine.fail();
  IRBuilder<> &builder = machine.builder();
  machine.write(statement.operands[0], builder.CreateTrunc(emitRandom(builder), machine.type(statement.bits)));
  machine.flags = {builder.getFalse(), builder.getTrue(), builder.getFalse()};
}

static void execute(Machine &machine, const Statement &statement) {
  if (is_contained({"shl", "sal", "shr"}, statement.name))
    return shift(machine, statement);
  if (is_contained({"rdtsc", "rdtscp"}, statement.name))
    return readCounter(machine, statement);
  if (is_contained({"rdrand", "rdseed"}, statement.name))
    return readRandom(machine, statement);
  if (statement.name == "rdpid")
    return readProcessor(machine, statement);
  if (operationOf(statement.name))
    return update(machine, statement);
  if (statement.name == "cmpxchg")
    return compareExchange(machine, statement);
  if (statement.name == "cmpxchg16b")
    return compareExchangeWide(machine, statement);
  if (is_contained({"bts", "btr", "btc"}, statement.name))
    return bitOperation(machine, statement);
  if (statement.name.starts_with("set"))
    return setByte(machine, statement);
  if (statement.name != "mov" || statement.operands.size() != 2 || statement.locked ||
      (statement.operands[0].isMemory() && statement.operands[1].isMemory()))
    return machine.fail();
  if (Value *value = machine.read(statement.operands[0], statement.bits))
    machine.write(statement.operands[1], value);
}

/// Takes the letter of the width off the name, or the width from the operands.
static void findWidth(Machine &machine, Statement &statement) {
  auto known = [](StringRef name) {
    return operationOf(name) || is_contained({"mov", "cmpxchg", "bts", "btr", "btc", "shl", "sal", "shr", "rdrand", "rdseed"}, name);
  };
  if (is_contained({"cmpxchg16b", "rdtsc", "rdtscp", "rdpid"}, statement.name) || statement.name.starts_with("set"))
    return;
  if (!known(statement.name)) {
    size_t letter = statement.name.empty() ? StringRef::npos : StringRef("bwlq").find(statement.name.back());
    statement.name = statement.name.drop_back();
    if (letter == StringRef::npos || !known(statement.name))
      return machine.fail();
    statement.bits = 8U << letter;
    return;
  }
  for (bool memory : {false, true}) // a register says it better
    for (const Machine::Operand &operand : statement.operands)
      if (!statement.bits && operand.isMemory() == memory)
        statement.bits = operand.bits;
  if (!is_contained({8U, 16U, 32U, 64U}, statement.bits))
    machine.fail();
}

/// lock addl $0, 0(%rsp): a fence, older than mfence.
static bool isFence(StringRef instruction, bool locked) {
  if (!locked)
    return instruction == "mfence";
  auto [name, operands] = instruction.split(' ');
  auto [number, memory] = operands.split(',');
  return (name.starts_with("add") || name.starts_with("or")) && number.trim() == "$$0" &&
         memory.trim().ends_with("(%rsp)");
}

static void run(Machine &machine, StringRef instruction, bool locked) {
  if (isFence(instruction, locked)) {
    machine.builder().CreateFence(AtomicOrdering::SequentiallyConsistent);
    return;
  }
  if (doesNothingHere(instruction))
    return;
  Statement statement;
  size_t end = instruction.find_first_of(" \t");
  statement.name = instruction.substr(0, end);
  statement.locked = locked;
  SmallVector<StringRef, 2> texts;
  if (end != StringRef::npos)
    instruction.substr(end).split(texts, ',');
  for (StringRef text : texts)
    statement.operands.push_back(machine.parse(text.trim()));
  if (!machine.fails())
    findWidth(machine, statement);
  if (!machine.fails())
    execute(machine, statement);
}

static void runAll(Machine &machine, StringRef text) {
  SmallVector<StringRef, 4> instructions;
  SplitString(text, instructions, ";\n");
  bool locked = false;
  for (StringRef instruction : instructions) {
    instruction = instruction.trim();
    if (instruction == "lock") { // the prefix of the next one
      locked = true;
      continue;
    }
    locked |= instruction.consume_front("lock ") || instruction.consume_front("lock\t");
    run(machine, instruction.trim(), locked);
    if (machine.fails())
      return;
    locked = false;
  }
}

bool replaceKnownAssembly(CallBase &call, SiteTable &sites) {
  const auto &assembly = *cast<InlineAsm>(call.getCalledOperand());
  if (!isa<CallInst>(call) || assembly.getDialect() != InlineAsm::AD_ATT)
    return false;
  Instruction *before = call.getPrevNode();
  Machine machine(call, sites);
  if (!machine.fails())
    runAll(machine, assembly.getAsmString());
  Value *result = machine.fails() ? nullptr : machine.result();
  if (machine.fails()) {
    while (call.getPrevNode() != before)
      call.getPrevNode()->eraseFromParent();
    return false;
  }
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
  return true;
}

} // namespace xblock

//===- constant_uses.cpp - uses of a constant within other constants -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "constant_uses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace xblock {

/// Constants that are made of `constant`, through any number of others.
static SetVector<Constant *> madeOf(Constant &constant) {
  SetVector<Constant *> made;
  auto addUsers = [&](Constant &part) {
    for (User *user : part.users())
      if (isa<ConstantExpr>(user) || isa<ConstantAggregate>(user))
        made.insert(cast<Constant>(user));
  };
  addUsers(constant);
  for (unsigned i = 0; i < made.size(); ++i)
    addUsers(*made[i]);
  return made;
}

/// `constant`, if it is in `made`, by instructions at `at`. The builder must not fold them to constants again.
static Value *make(Constant *constant, const SetVector<Constant *> &made, IRBuilder<> &at) {
  if (!made.contains(constant))
    return constant;
  SmallVector<Value *, 4> parts;
  for (Use &part : constant->operands())
    parts.push_back(make(cast<Constant>(part), made, at));
  if (auto *expression = dyn_cast<ConstantExpr>(constant)) {
    Instruction *instruction = expression->getAsInstruction();
    for (auto [index, part] : enumerate(parts))
      instruction->setOperand(index, part);
    return at.Insert(instruction);
  }
  Value *whole = PoisonValue::get(constant->getType());
  for (unsigned i = 0; i < parts.size(); ++i)
    whole = isa<ConstantVector>(constant)
                ? at.Insert(static_cast<Instruction *>(InsertElementInst::Create(whole, parts[i], at.getInt64(i))))
                : at.Insert(static_cast<Instruction *>(InsertValueInst::Create(whole, parts[i], i)));
  return whole;
}

void makeUsersByInstructions(Constant &constant) {
  SetVector<Constant *> made = madeOf(constant);
  SmallVector<Use *, 16> uses;
  for (Constant *user : made)
    for (Use &use : user->uses())
      if (isa<Instruction>(use.getUser()))
        uses.push_back(&use);
  // A block that comes to a phi by several edges must bring the same value by each.
  MapVector<std::pair<User *, BasicBlock *>, Value *> brought;
  for (Use *use : uses) {
    auto *user = cast<Instruction>(use->getUser());
    auto *phi = dyn_cast<PHINode>(user);
    BasicBlock *from = phi ? phi->getIncomingBlock(*use) : nullptr;
    Value *known = phi ? brought.lookup({phi, from}) : nullptr;
    if (!known) {
      IRBuilder<> at(phi ? from->getTerminator() : user);
      at.SetCurrentDebugLocation(user->getDebugLoc());
      known = make(cast<Constant>(use->get()), made, at);
      if (phi)
        brought[{phi, from}] = known;
    }
    use->set(known);
  }
  constant.removeDeadConstantUsers();
}

} // namespace xblock

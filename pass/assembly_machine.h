//===- assembly_machine.h - registers and operands of inline assembly, as values -------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// What an instruction of a template may name: operands ($0), registers (%rax) and immediate numbers
// ($$1) of x86-64 in AT&T syntax, and memory at them. A register holds its 64 bits as one value of
// the IR, which instructions replace.
//
// Invariants
//  1. An operand that the constraints give a register by name shares its value with that register.
//  2. A read of memory is an atomic load that acquires, a write an atomic store that releases:
//     what mov does on x86-64.
//  3. Whatever it does not know fails, and then the template means nothing; see fails().
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "site_table.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>

#include <optional>

namespace xblock {


class AssemblyMachine {
public:
  /// What an instruction names. Exactly one of the first three is set.
  struct Operand {
    std::string slot;               // a register
    llvm::Value *pointer = nullptr; // memory
    std::optional<int64_t> number;
    unsigned bits = 0; // what the name says of its width; 0 if nothing
    bool isMemory() const { return pointer != nullptr; }
  };
  /// After the last instruction that set them; null: not known.
  struct Flags {
    llvm::Value *zero = nullptr, *carry = nullptr, *sign = nullptr;
  };

  /// Takes the inputs. Instructions go in front of `call`.
  AssemblyMachine(llvm::CallBase &call, SiteTable &sites);

  bool fails() const { return fails_; }
  void fail() { fails_ = true; }
  llvm::IRBuilder<> &builder() { return builder_; }
  llvm::Type *type(unsigned bits) { return builder_.getIntNTy(bits); }
  /// Where the template stands.
  llvm::Constant *site() { return sites_.siteOf(call_); }

  /// REQUIRES: it is one of rax, rbx, rcx, rdx.
  Operand registerNamed(const char *name) { return {name, nullptr, std::nullopt, 64}; }
  Operand parse(llvm::StringRef text);
  llvm::Value *read(const Operand &from, unsigned bits);
  void write(const Operand &to, llvm::Value *value);
  /// The value of a condition code ("z", "nc", ...) as an i1.
  llvm::Value *condition(llvm::StringRef code);
  /// The value of the call, made of the outputs; null where there are none.
  llvm::Value *result();

  Flags flags;

private:
  struct Constraint {
    std::string slot;
    llvm::Value *pointer = nullptr;
    llvm::Type *type = nullptr; // of the register, or of what lies in memory
    bool isOutput = false;
    std::string flag; // a condition code that is the output
  };
  void addConstraint(const llvm::InlineAsm::ConstraintInfo &constraint, llvm::Type *result, unsigned &argument);
  Operand placeOf(llvm::StringRef number, llvm::StringRef modifier);
  Operand memoryAt(llvm::StringRef offset, llvm::StringRef base);
  llvm::Value *toBits(llvm::Value *value);
  llvm::Value *fromBits(llvm::Value *value, llvm::Type *type);

  llvm::CallBase &call_;
  SiteTable &sites_;
  llvm::IRBuilder<> builder_;
  llvm::SmallVector<Constraint, 8> constraints_;
  llvm::StringMap<llvm::Value *> registers_;
  bool fails_ = false;
};

} // namespace xblock

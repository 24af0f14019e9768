//===- constant_uses.h - uses of a constant within other constants ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// What LLVM has for it breaks phis to which a block comes by two edges (convertUsersOfConstantsToInstructions() of
// LLVM 19), or does not know structs (that of LLVM 16).
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Constant.h>

namespace xblock {

/// Where an instruction uses an expression, a struct, an array or a vector that is made of `constant`, instructions in
/// front of it make that; so each use of `constant` in a function is by an instruction.
void makeUsersByInstructions(llvm::Constant &constant);

} // namespace xblock

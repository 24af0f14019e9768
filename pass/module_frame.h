//===- module_frame.h - what an instrumented module needs around its code --------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. A module is marked with named metadata once the pass has seen it.
//  2. The constructor that announces the module runs before those of the program, and holds on to
//     the symbol of the ABI version, so that a runtime of another version does not link, also with
//     --gc-sections.
//  3. main is exported under its new name, whatever -fvisibility says: the runtime calls it.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/IR/Module.h>

namespace xblock {

bool isMarked(const llvm::Module &module);
void mark(llvm::Module &module);
/// Returns whether the module defines main.
bool renameMain(llvm::Module &module);
/// Makes __libc_single_threaded read 0, or libraries' headers would skip their atomics: fibers are
/// no threads to the C library. Returns whether anything changed.
bool denySingleThread(llvm::Module &module);
void addConstructor(llvm::Module &module);

} // namespace xblock

//===- access_filter.h - could another thread see this access? -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// A pure predicate over the function as the compiler left it: ask before hooks are inserted, since
// a hook takes the address it is given. When in doubt the answer is yes. No hook is dropped for
// repeating an earlier one: between two reads of a racy variable another thread may run, and the
// compiler already merged the accesses it may merge.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace xblock {

class AccessFilter {
public:
  /// False where every object behind `pointer` is a local variable whose address stays in its
  /// function, constant memory, errno, data of the pass, the runtime or another instrumentation, or
  /// lies outside the default address space.
  bool mayBeShared(const llvm::Value *pointer);

private:
  bool escapes(const llvm::AllocaInst *local);

  llvm::DenseMap<const llvm::AllocaInst *, bool> escapes_;
};

/// Reads a C++ static-local guard variable, whose order the __cxa_guard_* functions give.
bool isGuardVariable(const llvm::Value *pointer);

} // namespace xblock

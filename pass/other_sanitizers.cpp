//===- other_sanitizers.cpp - refuse sanitizers that replace what xblock replaces -------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Those of addresses, memory and threads replace the heap and the functions of threads, as xblock's
// runtime does: a program with both dies before main. The one of types of objects (vptr, a part of
// -fsanitize=undefined) asks by a pipe whether an object is readable, and a pipe is the model's: it
// would end in the middle of a schedule, which is no failure of the program.
//===-----------------------------------------------------------------------------------------===//
#include "other_sanitizers.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace xblock {

static StringRef nameOfSanitizer(const Module &module) {
  for (const Function &function : module) {
    if (function.hasFnAttribute(Attribute::SanitizeAddress))
      return "address";
    if (function.hasFnAttribute(Attribute::SanitizeHWAddress))
      return "hwaddress";
    if (function.hasFnAttribute(Attribute::SanitizeMemory))
      return "memory";
    if (function.hasFnAttribute(Attribute::SanitizeThread))
      return "thread";
    if (function.getName().starts_with("__ubsan_handle_dynamic_type_cache_miss"))
      return "vptr";
  }
  return "";
}

PreservedAnalyses RefuseSanitizers::run(Module &module, ModuleAnalysisManager &) {
  StringRef name = nameOfSanitizer(module);
  if (!name.empty())
    module.getContext().emitError("-fsanitize=" + name + " does not go with xblock: compile with -fno-sanitize=" +
                                  name);
  return PreservedAnalyses::all();
}

} // namespace xblock

//===- library_preconditions.cpp - which functions have which -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "library_preconditions.h"

#include "abi_emit.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <optional>

using namespace llvm;

namespace xblock {

/// Of both libraries: the rest of the name behind its namespace, and how many bytes their counters have, which lie first in
/// their objects.
struct LibraryName {
  StringRef rest;
  unsigned counter;
};

static std::optional<LibraryName> libraryName(StringRef name) {
  if (name.consume_front("_ZNSt3__1"))
    return LibraryName{name, 8};
  if (name.consume_front("_ZNSt"))
    return LibraryName{name, 4};
  return std::nullopt;
}

/// Digits, then the function, perhaps with tags of an ABI, and its parameter ptrdiff_t.
static bool isMember(StringRef rest, StringRef function) { return rest.consume_front(function) && rest.ends_with("El"); }

static void checkCount(IRBuilder<> &at, Function &function, unsigned bytes, uint64_t most) {
  emit(at, XBLOCK_HOOK(__xblock_counts),
       {function.getArg(0), at.getInt64(bytes), function.getArg(1), at.getInt64(most)});
}

static bool check(Function &function) {
  std::optional<LibraryName> name = libraryName(function.getName());
  if (!name || function.isDeclaration() || function.arg_empty())
    return false;
  IRBuilder<> at(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (DISubprogram *of = function.getSubprogram())
    at.SetCurrentDebugLocation(DILocation::get(function.getContext(), of->getLine(), 0, of));
  StringRef rest = name->rest;
  uint64_t most = 0;
  bool counts = function.arg_size() == 2;
  if (counts && rest.consume_front("18counting_semaphoreILl") && !rest.consumeInteger(10, most) && isMember(rest, "EE7release"))
    checkCount(at, function, name->counter, most);
  else if (counts && isMember(rest, "5latch10count_down"))
    checkCount(at, function, name->counter, UINT64_MAX);
  else if (rest == "12shared_mutex6unlockEv" || rest == "18shared_timed_mutex6unlockEv")
    emit(at, XBLOCK_HOOK(__xblock_unlocks), {function.getArg(0), at.getFalse()});
  else if (rest == "12shared_mutex13unlock_sharedEv" || rest == "18shared_timed_mutex13unlock_sharedEv")
    emit(at, XBLOCK_HOOK(__xblock_unlocks), {function.getArg(0), at.getTrue()});
  else if (rest == "6threadD2Ev" || rest == "6threadD1Ev" || (rest.starts_with("6threadaS") && rest.contains("EOS")))
    emit(at, XBLOCK_HOOK(__xblock_loses_thread), {function.getArg(0)});
  else
    return false;
  return true;
}

PreservedAnalyses CheckLibraryPreconditions::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    changed |= check(function);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace xblock

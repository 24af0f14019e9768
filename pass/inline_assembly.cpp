//===- inline_assembly.cpp - judges a template and its operands ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "inline_assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>

using namespace llvm;

namespace xblock {

/// Every instruction of the template waits or fences: nothing a schedule could show under
/// sequential consistency.
static bool isHarmless(StringRef assembly) {
  SmallVector<StringRef, 4> instructions;
  SplitString(assembly, instructions, ";\n");
  return all_of(instructions, [](StringRef text) {
    text = text.trim(" \t");
    return text.empty() ||
           is_contained({"pause", "nop", "rep", "rep nop", "mfence", "lfence", "sfence"}, text);
  });
}

static bool hasSharedOperand(const CallBase &call, const InlineAsm &assembly, AccessHooks &hooks) {
  unsigned next = 0;
  for (const InlineAsm::ConstraintInfo &constraint : assembly.ParseConstraints()) {
    if (!constraint.hasArg())
      continue;
    if (constraint.isIndirect && hooks.shared(call.getArgOperand(next)))
      return true;
    ++next;
  }
  return false;
}

static bool mayTouchSharedMemory(const CallBase &call, const InlineAsm &assembly,
                                 AccessHooks &hooks) {
  std::string text = StringRef(assembly.getAsmString()).lower();
  for (StringRef word : {"lock", "xchg", "syscall", "sysenter"})
    if (StringRef(text).contains(word))
      return true;
  return StringRef(assembly.getConstraintString()).contains("~{memory}") ||
         hasSharedOperand(call, assembly, hooks);
}

void hookInlineAssembly(CallBase &call, AccessHooks &hooks) {
  const auto &assembly = *cast<InlineAsm>(call.getCalledOperand());
  if (isHarmless(assembly.getAsmString()) || !mayTouchSharedMemory(call, assembly, hooks))
    return;
  Place at = hooks.before(call);
  hooks.unsupported(at, "inline assembly");
}

} // namespace xblock

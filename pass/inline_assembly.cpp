//===- inline_assembly.cpp - judges a template and its operands ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "inline_assembly.h"

#include "assembly_instructions.h"
#include "llvm_versions.h"
#include "processor_state.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>

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

static bool hasSharedOperand(const CallBase &call, const InlineAsm &assembly, AccessFilter &filter) {
  unsigned next = 0;
  for (const InlineAsm::ConstraintInfo &constraint : assembly.ParseConstraints()) {
    if (!constraint.hasArg())
      continue;
    if (constraint.isIndirect && filter.mayBeShared(call.getArgOperand(next)))
      return true;
    ++next;
  }
  return false;
}

static bool mayTouchSharedMemory(const CallBase &call, const InlineAsm &assembly,
                                 AccessFilter &filter) {
  std::string text = StringRef(assembly.getAsmString()).lower();
  for (StringRef word : {"lock", "xchg", "syscall", "sysenter"})
    if (StringRef(text).contains(word))
      return true;
  return StringRef(assembly.getConstraintString()).contains("~{memory}") ||
         hasSharedOperand(call, assembly, filter);
}

static bool isRefused(const CallBase &call, AccessFilter &filter) {
  const auto &assembly = *cast<InlineAsm>(call.getCalledOperand());
  return !isHarmless(assembly.getAsmString()) &&
         (!processorStateIn(assembly.getAsmString()).empty() || mayTouchSharedMemory(call, assembly, filter));
}

/// Compiled code, of the runtime and of libc too, relies on that flag: with it set, what they copy goes downwards. The assembler takes an
/// instruction in capitals, too, and right behind a label.
static bool leavesDirectionSet(StringRef assembly) {
  SmallVector<StringRef, 8> words;
  SplitString(assembly, words, "; \t\n:");
  bool isSet = false;
  for (StringRef word : words)
    if (word.equals_insensitive("std") || word.equals_insensitive("cld"))
      isSet = word.equals_insensitive("std");
  return isSet;
}

bool replaceAssembly(Function &function, SiteTable &sites) {
  AccessFilter filter;
  SmallVector<CallBase *, 4> refused;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isInlineAsm() && isRefused(*call, filter))
      refused.push_back(call);
  bool changed = false;
  for (CallBase *call : refused)
    changed |= replaceKnownAssembly(*call, sites);
  return changed;
}

/// What of it the refusal names.
static std::string refusedOf(StringRef assembly) {
  if (leavesDirectionSet(assembly))
    return "inline assembly that leaves the direction flag set (std)";
  StringRef state = processorStateIn(assembly);
  return state.empty() ? "inline assembly" : ("inline assembly with " + state).str();
}

void hookInlineAssembly(CallBase &call, AccessHooks &hooks) {
  StringRef assembly = cast<InlineAsm>(call.getCalledOperand())->getAsmString();
  if (!leavesDirectionSet(assembly) && !isRefused(call, hooks.filter()))
    return;
  Place at = hooks.before(call);
  hooks.unsupported(at, refusedOf(assembly));
}

} // namespace xblock

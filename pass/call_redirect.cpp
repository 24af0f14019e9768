//===- call_redirect.cpp - intercepts.def at work --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "call_redirect.h"

#include "abi_emit.h"
#include "instrument.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Instrumentation.h>

#include <optional>

using namespace llvm;

namespace xblock {

namespace {

/// Which calls reach the model: see intercepts.def.
enum class Reach { Everywhere, Instrumented };

} // namespace

static const StringMap<Reach> &interceptTable() {
  static const StringMap<Reach> table = {
#define XBLOCK_INTERCEPT(name, family, reach, note) {#name, Reach::reach},
#define XBLOCK_REFUSE(name, family, reach, note) {#name, Reach::reach},
#define XBLOCK_SAME(name, as) {#name, Reach::Instrumented},
#include "xblock/intercepts.def"
  };
  return table;
}

bool isIntercepted(StringRef symbol) { return interceptTable().count(symbol) != 0; }

/// What of a function's or call's attributes still holds for the runtime's version.
static AttributeList keptAttributes(LLVMContext &context, AttributeList old, unsigned parameters) {
  static constexpr Attribute::AttrKind kConvention[] = {
      Attribute::ZExt,         Attribute::SExt,      Attribute::InReg,         Attribute::ByVal,
      Attribute::StructRet,    Attribute::Nest,      Attribute::ByRef,         Attribute::InAlloca,
      Attribute::Preallocated, Attribute::Alignment, Attribute::StackAlignment};
  auto convention = [&](AttributeSet from) {
    AttrBuilder kept(context);
    for (Attribute::AttrKind kind : kConvention)
      if (from.hasAttribute(kind))
        kept.addAttribute(from.getAttribute(kind));
    return AttributeSet::get(context, kept);
  };
  AttrBuilder function(context);
  for (Attribute::AttrKind kind :
       {Attribute::NoReturn, Attribute::ReturnsTwice, Attribute::StrictFP})
    if (old.hasFnAttr(kind))
      function.addAttribute(kind);
  SmallVector<AttributeSet, 8> each;
  for (unsigned i = 0; i < parameters; ++i)
    each.push_back(convention(old.getParamAttrs(i)));
  return AttributeList::get(context, AttributeSet::get(context, function),
                            convention(old.getRetAttrs()), each);
}

static Function *runtimeVersion(Module &module, const Function &original, StringRef symbol) {
  std::string name = (XBLOCK_INTERCEPT_PREFIX + symbol).str();
  if (Function *existing = module.getFunction(name))
    return existing;
  Function *version =
      Function::Create(original.getFunctionType(), GlobalValue::ExternalLinkage, name, module);
  version->setCallingConv(original.getCallingConv());
  version->setAttributes(
      keptAttributes(module.getContext(), original.getAttributes(), original.arg_size()));
  return version;
}

static void storeCallSite(CallBase &call, SiteTable &sites) {
  InstrumentationIRBuilder at(&call);
  Type *pointer = irType<decltype(::__xblock_call_site)>(call.getContext());
  at.CreateStore(sites.siteOf(call),
                 externalVariable(*call.getModule(), "__xblock_call_site", pointer, false));
}

static bool redirectCallsOf(Function &original, StringRef symbol, Reach reach, SiteTable &sites) {
  SmallVector<CallBase *, 16> calls;
  for (User *user : original.users())
    if (auto *call = dyn_cast<CallBase>(user))
      if (call->getCalledOperand() == &original && runsHooks(*call->getFunction()))
        calls.push_back(call);
  bool replacesAddress = reach == Reach::Instrumented && !original.use_empty();
  if (calls.empty() && !replacesAddress)
    return false;
  Function *version = runtimeVersion(*original.getParent(), original, symbol);
  for (CallBase *call : calls) {
    storeCallSite(*call, sites);
    call->setCalledFunction(call->getFunctionType(), version);
    call->setAttributes(
        keptAttributes(call->getContext(), call->getAttributes(), call->arg_size()));
  }
  if (replacesAddress)
    original.replaceAllUsesWith(version);
  return true;
}

/// A C function of the program with the name of a row is the program's own for all of its files, as the linker has it: its alias comes before what
/// the runtime exports, also within a shared library, which is looked at behind the runtime. Members and templates of C++ libraries, which have rows too,
/// may be defined in many files.
static bool claimName(Function &own, StringRef symbol) {
  if (own.hasLocalLinkage() || own.isDeclarationForLinker() || symbol.starts_with("_Z") || own.isDiscardableIfUnused())
    return false;
  GlobalAlias *name = GlobalAlias::create(own.getValueType(), own.getAddressSpace(), own.getLinkage(), (XBLOCK_INTERCEPT_PREFIX + symbol).str(), &own, own.getParent());
  name->setVisibility(own.hasDefaultVisibility() ? GlobalValue::ProtectedVisibility : own.getVisibility());
  return true;
}

/// It may be of a function of the runtime, which is to know where it is called.
static bool markIndirectCalls(Module &module, SiteTable &sites) {
  SmallVector<CallBase *, 16> calls;
  for (Function &function : module)
    if (runsHooks(function))
      for (Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isIndirectCall())
          calls.push_back(call);
  for (CallBase *call : calls)
    storeCallSite(*call, sites);
  return !calls.empty();
}

bool redirectCalls(Module &module, SiteTable &sites) {
  bool changed = markIndirectCalls(module, sites);
  for (Function &function : make_early_inc_range(module)) {
    StringRef symbol = GlobalValue::dropLLVMManglingEscape(function.getName());
    auto row = interceptTable().find(symbol);
    if (row == interceptTable().end())
      continue;
    changed |= function.isDeclarationForLinker() ? redirectCallsOf(function, symbol, row->second, sites) : claimName(function, symbol);
  }
  return changed;
}

} // namespace xblock

//===- module_frame.cpp - main, constructor, mark --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "module_frame.h"

#include "abi_emit.h"
#include "instrument.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

using namespace llvm;

namespace xblock {

#define XBLOCK_TEXT_OF(token) #token
#define XBLOCK_TEXT(macro) XBLOCK_TEXT_OF(macro)

/// Ahead of the constructors of programs, whose priorities begin at 101.
static constexpr int kConstructorPriority = 1;

bool isMarked(const Module &module) { return module.getNamedMetadata(XBLOCK_MODULE_MARK); }

void mark(Module &module) { module.getOrInsertNamedMetadata(XBLOCK_MODULE_MARK); }

bool renameMain(Module &module) {
  Function *main = module.getFunction("main");
  if (!main || main->isDeclarationForLinker() || !main->hasExternalLinkage())
    return false;
  if (Function *declared = module.getFunction(XBLOCK_PROGRAM_MAIN)) {
    declared->replaceAllUsesWith(main);
    declared->eraseFromParent();
  }
  main->setName(XBLOCK_PROGRAM_MAIN);
  main->setVisibility(GlobalValue::DefaultVisibility);
  return true;
}

bool denySingleThread(Module &module) {
  GlobalVariable *flag = module.getNamedGlobal("__libc_single_threaded");
  if (!flag || !flag->isDeclaration())
    return false;
  bool changed = false;
  for (User *user : make_early_inc_range(flag->users()))
    if (auto *load = dyn_cast<LoadInst>(user); load && runsHooks(*load->getFunction())) {
      load->replaceAllUsesWith(Constant::getNullValue(load->getType()));
      load->eraseFromParent();
      changed = true;
    }
  return changed;
}

void addConstructor(Module &module) {
  LLVMContext &context = module.getContext();
  Constant *version = externalVariable(module, "__xblock_abi_v" XBLOCK_TEXT(XBLOCK_ABI_VERSION),
                                       Type::getInt8Ty(context), true);
  auto *marker = new GlobalVariable(module, version->getType(), false, GlobalValue::InternalLinkage,
                                    version, "xblock.module");
  // What tells xblock run that the program has hooks; it survives strip.
  auto *mark = new GlobalVariable(module, Type::getInt8Ty(context), true, GlobalValue::PrivateLinkage,
                                  ConstantInt::get(Type::getInt8Ty(context), XBLOCK_ABI_VERSION), "xblock.mark");
  mark->setSection("xblock_sites");
  appendToUsed(module, {mark});
  auto *constructor =
      Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                       GlobalValue::InternalLinkage, "xblock.module_constructor", module);
  constructor->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> at(ReturnInst::Create(context, BasicBlock::Create(context, "", constructor)));
  emit(at, XBLOCK_HOOK(__xblock_module), {marker});
  appendToGlobalCtors(module, constructor, kConstructorPriority);
}

} // namespace xblock

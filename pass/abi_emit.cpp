//===- abi_emit.cpp - declares hooks and calls them ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "abi_emit.h"

#include <llvm/IR/Module.h>

#include <cstddef>

using namespace llvm;

namespace xblock {

static AttributeList attributesOf(FunctionType *type) {
  LLVMContext &context = type->getContext();
  AttributeList list = AttributeList().addFnAttribute(context, Attribute::NoUnwind).addFnAttribute(context, Attribute::NonLazyBind);
  for (unsigned i = 0; i < type->getNumParams(); ++i)
    if (type->getParamType(i)->isIntegerTy(1))
      list = list.addParamAttribute(context, i, Attribute::ZExt);
  return list;
}

CallInst *emit(IRBuilderBase &at, const Hook &hook, ArrayRef<Value *> arguments) {
  Module &module = *at.GetInsertBlock()->getModule();
  FunctionType *type = hook.type(module.getContext());
  AttributeList attributes = attributesOf(type);
  FunctionCallee callee = module.getOrInsertFunction(hook.name, type, attributes);
  SmallVector<Value *, 6> passed;
  for (auto [argument, parameter] : zip_equal(arguments, type->params()))
    passed.push_back(parameter->isIntegerTy() ? at.CreateZExtOrTrunc(argument, parameter)
                                              : argument);
  CallInst *call = at.CreateCall(callee, passed);
  call->setAttributes(attributes);
  return call;
}

Constant *externalVariable(Module &module, StringRef name, Type *type, bool isConstant) {
  return module.getOrInsertGlobal(name, type, [&] {
    return new GlobalVariable(module, type, isConstant, GlobalValue::ExternalLinkage, nullptr,
                              name);
  });
}

StructType *siteType(LLVMContext &context) {
  static_assert(sizeof(xblock_site) == 24 && offsetof(xblock_site, file) == 0 &&
                    offsetof(xblock_site, function) == 8 && offsetof(xblock_site, line) == 16 &&
                    offsetof(xblock_site, column) == 20,
                "the struct below is xblock_site");
  Type *pointer = PointerType::getUnqual(context);
  Type *number = irType<uint32_t>(context);
  return StructType::get(context, {pointer, pointer, number, number});
}

} // namespace xblock

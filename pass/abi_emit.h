//===- abi_emit.h - calls of the hooks that abi.h declares -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. A hook's name and LLVM type come from its C declaration (XBLOCK_HOOK), so they cannot drift
//     apart.
//  2. The calls are nounwind, and a bool is passed as the C ABI wants it: i1 zeroext.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "xblock/abi.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

#include <type_traits>

namespace xblock {

/// The LLVM type of a C type that hooks use: void, integers, bool, data pointers.
template <typename T> llvm::Type *irType(llvm::LLVMContext &context) {
  if constexpr (std::is_void_v<T>)
    return llvm::Type::getVoidTy(context);
  else if constexpr (std::is_pointer_v<T>)
    return llvm::PointerType::getUnqual(context);
  else if constexpr (std::is_same_v<T, bool>)
    return llvm::Type::getInt1Ty(context);
  else {
    static_assert(std::is_integral_v<T>, "a hook takes pointers and integers");
    return llvm::Type::getIntNTy(context, 8 * sizeof(T));
  }
}

/// A hook: its symbol, and how to make its type in a context.
struct Hook {
  const char *name;
  llvm::FunctionType *(*type)(llvm::LLVMContext &);
};

template <typename Signature> struct HookType;
template <typename Result, typename... Parameters> struct HookType<Result(Parameters...)> {
  static llvm::FunctionType *get(llvm::LLVMContext &context) {
    return llvm::FunctionType::get(irType<Result>(context), {irType<Parameters>(context)...},
                                   false);
  }
};

/// The hook that abi.h declares as `function`.
#define XBLOCK_HOOK(function)                                                                      \
  (::xblock::Hook{#function, &::xblock::HookType<decltype(::function)>::get})

/// Calls `hook` at the builder's position; declares it in the module where needed. Integer
/// arguments are zero-extended or cut to the width of the parameter.
llvm::CallInst *emit(llvm::IRBuilderBase &at, const Hook &hook,
                     llvm::ArrayRef<llvm::Value *> arguments);

/// The external variable abi.h declares as `name`.
llvm::Constant *externalVariable(llvm::Module &module, llvm::StringRef name, llvm::Type *type,
                                 bool isConstant);

/// `struct xblock_site`.
llvm::StructType *siteType(llvm::LLVMContext &context);

} // namespace xblock

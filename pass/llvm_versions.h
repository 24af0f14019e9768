//===- llvm_versions.h - what differs between the LLVM versions ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// The pass is written for LLVM 19. What an older one has in another way, or lacks, has here the name
// and the meaning that it has in LLVM 19, so that no other file asks for the version.
// 1. Oldest version: 16. Before it clang had neither config files relative to themselves nor more than
//    one of them, which the wrappers need, and LLVM 14 has pointers with types.
// 2. What both versions can express is written so in the pass, and not here.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/Config/llvm-config.h>

#if LLVM_VERSION_MAJOR >= 19
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Intrinsics.h>

namespace llvm {
constexpr Intrinsic::ID kReadSteadyCounter = Intrinsic::readsteadycounter;
} // namespace llvm
#else
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Attributes.h> // has AttributeMask
#include <llvm/IR/Intrinsics.h>

namespace llvm {

/// There is none.
constexpr Intrinsic::ID kReadSteadyCounter = Intrinsic::not_intrinsic;

/// In LLVM 16 the element's type must be the list's, which "a" and a StringRef do not meet.
template <typename T, typename E> constexpr bool is_contained(std::initializer_list<T> set, const E &element) {
  for (const T &each : set)
    if (each == element)
      return true;
  return false;
}

} // namespace llvm
#endif

//===- vector_hooks.h - hooks for vector accesses under a mask -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// The llvm.masked.* family, exact to the lane and without branches: a lane whose mask bit is off is
// told with size 0. An access next to a masked-off lane is no conflict, so it must not look like
// one.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "access_hooks.h"

#include <llvm/IR/IntrinsicInst.h>

namespace xblock {

/// Returns whether the call was one of the family (or a vp access, which is refused).
bool hookVectorIntrinsic(llvm::IntrinsicInst &call, AccessHooks &hooks);

} // namespace xblock

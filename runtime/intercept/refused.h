//===- refused.h - functions that stop the run ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

namespace xblock {

/// Finds the real functions behind the refused ones. Once, before any constructor of the program.
void resolveRefused();

} // namespace xblock

//===- identity.h - the number of the process -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

namespace xblock {

/// As the program knows it, in every run.
constexpr pid_t kProcess = 1000;

} // namespace xblock

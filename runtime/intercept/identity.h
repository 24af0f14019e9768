//===- identity.h - the numbers of the process ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

namespace xblock {

/// As the program knows itself and its parent, in every run.
constexpr pid_t kProcess = 1000, kParent = 999;
/// What the system has in the place of such a number: 0, which is the process itself, or the parent's; others as they are.
pid_t realOf(pid_t process);
/// The same of a group.
pid_t realGroupOf(pid_t group);

} // namespace xblock

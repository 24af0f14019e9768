//===- environment.h - the environment of the program ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "xblock/abi.h"

namespace xblock {

/// From here on `environ` is an array that is rolled back. Once, before main.
void adoptEnvironment();
/// The running thread looks a variable up, or a function that it calls does; no access of the text.
void noteEnvironmentRead(const xblock_site *site);

} // namespace xblock

//===- fixups.h - instructions of the runtime that may fault --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// An exception table, as the kernel has one: XBLOCK_FIXUP ends the text of an `asm goto` whose label `1:` is before what may fault; a
// fault in between goes on at its label `faulted`. The handler of SIGSEGV and SIGBUS asks goesOnAt().
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

#define XBLOCK_FIXUP                                                                                                              \
  "2:\n.pushsection xblock_fixups, \"aR\", @progbits\n"                                                                           \
  ".long 1b - ., 2b - ., %l[faulted] - .\n.popsection\n"

namespace xblock {

/// Where code that a fault stopped at pc goes on, since it was to be expected there; else 0.
uint64_t goesOnAt(uint64_t pc);

} // namespace xblock

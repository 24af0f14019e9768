//===- exception_texts.h - the texts of exceptions of <stdexcept> ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Libraries allocate them, and count in them the exceptions that share one. They lie on the program's heap (BlockKind::Text),
// so that they go back with their exceptions, at the same addresses however often a block is executed.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>

namespace xblock {

/// Finds the code that allocates texts, and has destructors that are called by tables of virtual functions tell of them.
/// Once, before main.
void followTexts();

/// Whether code that returns to `pc` allocates a text.
bool allocatesText(const void *pc);

/// Before a library counts in the texts that the n bytes at `object` point to.
void touchTexts(const void *object, size_t n);

} // namespace xblock

//===- nearest.h - the known word nearest to a mistyped one -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For error messages about names. Nearest is fewest insertions, deletions and replacements of one
// character; among equals, the first of the list. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace xblock {

/// How many single-character edits turn a into b.
std::size_t editDistance(std::string_view a, std::string_view b);
/// REQUIRES: known is not empty.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

} // namespace xblock

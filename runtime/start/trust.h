//===- trust.h - whose locks end no block ---------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --trust: the option "javasafe" of paper 000 (section 4.2), which takes the locks of a library for well used, made
// general. Called before the program begins, and from then on by the running thread when it takes a lock. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>
#include <string_view>

namespace xblock {

/// Makes Running::trusts answer for these patterns, separated by commas; none if it is empty.
void setTrust(const std::string &patterns);
/// Those who took locks and are trusted, as far as was met: "a(), b()".
std::string trustedFunctions();

/// Whether pattern, in which * stands for anything, is the function's name, with or without parameters, or the end of the
/// file's path, from a / on.
bool namesFunction(std::string_view pattern, std::string_view function);
bool namesFile(std::string_view pattern, std::string_view file);

} // namespace xblock

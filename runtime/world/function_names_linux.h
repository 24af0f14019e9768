//===- function_names_linux.h - what code is called in reports ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Functions by the symbol tables of the executable and its libraries. Private memory; reads files, so not from a handler.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>

namespace xblock {

struct CodeName {
  std::string function; ///< demangled; empty where no symbol says it
  std::string library;  ///< "libc.so.6"; empty: the executable
};

CodeName nameCode(uint64_t pc);
/// "swab of libc.so.6", "a function of libfast.so", "fill of the program"
std::string told(const CodeName &name);

} // namespace xblock

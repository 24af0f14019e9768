//===- symbol_tables_linux.h - the symbols of an ELF file -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <elf.h>
#include <functional>
#include <string>

namespace xblock {

/// Those that the file defines, with their names: of .symtab first, if it has one.
void forEachSymbol(const char *path, const std::function<void(const Elf64_Sym &, const char *)> &tell);
/// As in the program's source.
std::string demangled(const char *name);

} // namespace xblock

//===- modules_linux.h - the executable and libraries of this process ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Taken once, when a report is made; a module loaded later is not in it. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace xblock {

struct Module {
  std::string path;
  uint64_t base = 0; ///< what the loader added to the file's addresses
  std::vector<std::pair<uint64_t, uint64_t>> ranges; ///< [begin, end) of its loaded segments
};

std::vector<Module> loadedModules();
/// The module that holds the address, or null.
const Module *moduleOf(const std::vector<Module> &modules, uint64_t address);

} // namespace xblock

//===- modules_linux.h - the executable and libraries of this process ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Taken once, when a report is made; a module loaded later is not in it. With --restore=reexecute other processes run the program: what
// they loaded, at the addresses that they tell of, is made known here. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/archive.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace xblock {

struct Module {
  std::string path;
  uint64_t base = 0; ///< what the loader added to the file's addresses
  std::vector<std::pair<uint64_t, uint64_t>> ranges; ///< [begin, end) of its loaded segments
  friend bool operator==(const Module &, const Module &) = default;
  template <typename A> void archive(A &a) {
    io(a, path);
    io(a, base);
    io(a, ranges);
  }
};

/// The path of the executable where its file is not there any more, nor is another one to be taken for it.
inline constexpr const char *kOwnFile = "/proc/self/exe";

/// Those of this process, and behind them those that only another one has.
std::vector<Module> loadedModules();
/// Of a copy of this process, which ran the program.
void addModulesOfCopy(const std::vector<Module> &modules);
/// The module that holds the address, or null.
const Module *moduleOf(const std::vector<Module> &modules, uint64_t address);

} // namespace xblock

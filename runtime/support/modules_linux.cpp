//===- modules_linux.cpp - the executable and libraries of this process -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/modules_linux.h"

#include <algorithm>
#include <filesystem>
#include <link.h>

namespace xblock {

static std::vector<Module> ofCopies;

static int addModule(dl_phdr_info *info, size_t, void *to) {
  Module module;
  module.path = info->dlpi_name;
  module.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info->dlpi_phdr[i];
    uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD)
      module.ranges.emplace_back(begin, begin + segment.p_memsz);
  }
  static_cast<std::vector<Module> *>(to)->push_back(std::move(module));
  return 0;
}

/// Of the executable. Another file may have its name by now, as where it is built anew while it runs.
static std::string ownPath() {
  std::error_code error;
  std::string path = std::filesystem::read_symlink(kOwnFile, error).string();
  return std::filesystem::exists(path, error) ? path : kOwnFile;
}

std::vector<Module> loadedModules() {
  std::vector<Module> modules;
  dl_iterate_phdr(addModule, &modules);
  if (!modules.empty() && modules.front().path.empty()) // the executable comes first, without its name
    modules.front().path = ownPath();
  for (const Module &module : ofCopies)
    if (std::ranges::find(modules, module) == modules.end())
      modules.push_back(module);
  return modules;
}

void addModulesOfCopy(const std::vector<Module> &modules) {
  const std::vector<Module> known = loadedModules();
  for (const Module &module : modules)
    if (std::ranges::find(known, module) == known.end())
      ofCopies.push_back(module);
}

const Module *moduleOf(const std::vector<Module> &modules, uint64_t address) {
  for (const Module &module : modules)
    for (auto [begin, end] : module.ranges)
      if (begin <= address && address < end)
        return &module;
  return nullptr;
}

} // namespace xblock

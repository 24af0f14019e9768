#include "world/object_names_linux.h"

#include "memory/layout_linux.h"
#include "world/stack_frames.h"
#include "world/stack_slots.h"
#include "world/symbol_tables_linux.h"
#include "world/thread_table.h"

#include <cstdio>
#include <link.h>
#include <map>
#include <vector>

namespace xblock {

namespace {

struct Variable {
  uint64_t size;
  std::string name;
};
using Variables = std::map<uint64_t, Variable>;

int addModule(dl_phdr_info *info, size_t, void *data) {
  const char *path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
  forEachSymbol(path, [&](const Elf64_Sym &s, const char *name) {
    if (ELF64_ST_TYPE(s.st_info) == STT_OBJECT && s.st_size)
      static_cast<Variables *>(data)->try_emplace(info->dlpi_addr + s.st_value, Variable{s.st_size, demangled(name)});
  });
  return 0;
}

std::string hex(uint64_t n) {
  char text[32];
  snprintf(text, sizeof text, "0x%lx", n);
  return text;
}

} // namespace

namespace {

const Variables &variablesOfAll() {
  static const Variables *variables = [] {
    auto *all = new Variables;
    dl_iterate_phdr(addModule, all);
    return all;
  }();
  return *variables;
}

} // namespace

std::string nameObject(uint64_t address) {
  const Variables &variables = variablesOfAll();
  if (address - layout::kStacks < layout::kStacksSize)
    return hex(address) + " on the stack of " +
           ThreadName(ThreadId{static_cast<uint32_t>((address - layout::kStacks) / stacks.slot)}).text;
  if (address - layout::kHeap < layout::kHeapSize)
    return hex(address) + " on the heap";
  auto next = variables.upper_bound(address);
  if (next == variables.begin())
    return hex(address);
  const auto &[start, variable] = *std::prev(next);
  if (address - start >= variable.size)
    return hex(address);
  return address == start ? variable.name : variable.name + "+" + std::to_string(address - start);
}

std::string nameWithFrame(uint64_t address) {
  std::string function = stackFrames.functionOf(address);
  return nameObject(address) + (function.empty() ? "" : ", in the frame of " + function);
}

std::string nameObjects(uint64_t low, uint64_t high) {
  constexpr size_t kMostNames = 4;
  const Variables &variables = variablesOfAll();
  std::vector<std::string> names;
  auto at = variables.upper_bound(low);
  if (at != variables.begin() && std::prev(at)->first + std::prev(at)->second.size > low)
    --at;
  for (; at != variables.end() && at->first < high; ++at)
    names.push_back(at->second.name);
  if (names.empty())
    return nameObject(low);
  std::string text;
  for (size_t i = 0; i < names.size() && i < kMostNames; ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  if (names.size() > kMostNames)
    text += " or " + std::to_string(names.size() - kMostNames) + " more";
  return text;
}

} // namespace xblock

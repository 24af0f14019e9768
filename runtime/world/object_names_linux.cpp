#include "world/object_names_linux.h"

#include "memory/layout_linux.h"
#include "world/stack_slots.h"
#include "world/thread_table.h"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <map>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace xblock {

namespace {

struct Variable {
  uint64_t size;
  std::string name;
};
using Variables = std::map<uint64_t, Variable>;

std::string demangled(const char *name) {
  if (name[0] != '_' || name[1] != 'Z') // else "x" would be read as the type long long
    return name;
  int status = 0;
  char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  ::free(text);
  return result;
}

void addTable(const char *file, const Elf64_Shdr &table, const Elf64_Shdr &strings, uint64_t base, Variables &out) {
  auto *symbols = reinterpret_cast<const Elf64_Sym *>(file + table.sh_offset);
  for (uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    const Elf64_Sym &s = symbols[i];
    if (ELF64_ST_TYPE(s.st_info) == STT_OBJECT && s.st_shndx != SHN_UNDEF && s.st_size)
      out.try_emplace(base + s.st_value, Variable{s.st_size, demangled(file + strings.sh_offset + s.st_name)});
  }
}

void addFile(const char *path, uint64_t base, Variables &out) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  if (fd < 0)
    return;
  if (fstat(fd, &info) == 0 && info.st_size > static_cast<off_t>(sizeof(Elf64_Ehdr))) {
    void *mapped = mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapped != MAP_FAILED) {
      auto *file = static_cast<const char *>(mapped);
      auto *head = reinterpret_cast<const Elf64_Ehdr *>(file);
      auto *sections = reinterpret_cast<const Elf64_Shdr *>(file + head->e_shoff);
      if (head->e_shoff && head->e_shoff + head->e_shnum * sizeof(Elf64_Shdr) <= static_cast<uint64_t>(info.st_size))
        for (unsigned type : {SHT_SYMTAB, SHT_DYNSYM})
          for (unsigned i = 0; i < head->e_shnum; ++i)
            if (sections[i].sh_type == type)
              addTable(file, sections[i], sections[sections[i].sh_link], base, out);
      munmap(mapped, static_cast<size_t>(info.st_size));
    }
  }
  ::close(fd);
}

int addModule(dl_phdr_info *info, size_t, void *data) {
  const char *path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
  addFile(path, info->dlpi_addr, *static_cast<Variables *>(data));
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

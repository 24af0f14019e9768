#include "world/function_names_linux.h"

#include "world/symbol_tables_linux.h"

#include <link.h>

namespace xblock {

namespace {

struct Search {
  uint64_t pc;
  CodeName found;
};

int lookIn(dl_phdr_info *info, size_t, void *data) {
  auto &[pc, found] = *static_cast<Search *>(data);
  bool here = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    here |= p.p_type == PT_LOAD && pc - (info->dlpi_addr + p.p_vaddr) < p.p_memsz;
  }
  if (!here)
    return 0;
  std::string path = info->dlpi_name ? info->dlpi_name : "";
  found.library = path.substr(path.rfind('/') + 1);
  forEachSymbol(path.empty() ? "/proc/self/exe" : path.c_str(), [&](const Elf64_Sym &s, const char *name) {
    unsigned type = ELF64_ST_TYPE(s.st_info);
    if ((type == STT_FUNC || type == STT_GNU_IFUNC) && pc - (info->dlpi_addr + s.st_value) < s.st_size && found.function.empty())
      found.function = demangled(name);
  });
  return 1;
}

} // namespace

CodeName nameCode(uint64_t pc) {
  Search search{pc, {}};
  dl_iterate_phdr(lookIn, &search);
  return search.found;
}

std::string told(const CodeName &name) {
  return (name.function.empty() ? "a function" : name.function) + " of " + (name.library.empty() ? "the program" : name.library);
}

} // namespace xblock

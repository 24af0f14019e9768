#include "world/symbol_tables_linux.h"

#include <cstdlib>
#include <cxxabi.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xblock {

namespace {

using Tell = std::function<void(const Elf64_Sym &, const char *)>;

void readTable(const char *file, const Elf64_Shdr &table, const Elf64_Shdr &strings, const Tell &tell) {
  auto *symbols = reinterpret_cast<const Elf64_Sym *>(file + table.sh_offset);
  for (uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i)
    if (symbols[i].st_shndx != SHN_UNDEF)
      tell(symbols[i], file + strings.sh_offset + symbols[i].st_name);
}

} // namespace

std::string demangled(const char *name) {
  if (name[0] != '_' || name[1] != 'Z') // else "x" would be read as the type long long
    return name;
  int status = 0;
  char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  ::free(text);
  return result;
}

void forEachSymbol(const char *path, const Tell &tell) {
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
              readTable(file, sections[i], sections[sections[i].sh_link], tell);
      munmap(mapped, static_cast<size_t>(info.st_size));
    }
  }
  ::close(fd);
}

} // namespace xblock

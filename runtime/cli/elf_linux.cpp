//===- elf_linux.cpp - whether a file was compiled with the pass --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Every instrumented module refers to the ABI's version symbol, and has its sites in a section of
// their own; both survive strip. All offsets of the file are checked before use.
//===------------------------------------------------------------------------------------------------===//
#include "cli/program_file_linux.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace xblock {
namespace {

constexpr std::string_view kSiteSection = "xblock_sites";
constexpr std::string_view kAbiSymbol = "__xblock_abi_v"; // and the version

class ElfFile {
public:
  explicit ElfFile(std::string bytes) : bytes_(std::move(bytes)) {}

  /// "" if it is a program of this machine's kind, else what is wrong.
  std::string obstacle() {
    if (!bytes_.starts_with(ELFMAG))
      return "is no ELF executable";
    if (!take(0, header_) || header_.e_ident[EI_CLASS] != ELFCLASS64 ||
        header_.e_machine != EM_X86_64)
      return "is no x86-64 executable";
    if (header_.e_type != ET_EXEC && header_.e_type != ET_DYN)
      return "is an object file, not a linked program";
    return "";
  }

  bool hasMark() const {
    std::vector<Elf64_Shdr> sections = readSections();
    if (header_.e_shstrndx >= sections.size())
      return false;
    std::string_view names = contents(sections[header_.e_shstrndx]);
    for (const Elf64_Shdr &section : sections) {
      std::string_view name = nameAt(names, section.sh_name);
      if (name == kSiteSection)
        return true;
      if (name == ".dynstr" && contents(section).find(kAbiSymbol) != std::string_view::npos)
        return true;
    }
    return false;
  }

private:
  template <typename T> bool take(uint64_t offset, T &value) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof value)
      return false;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return true;
  }

  std::vector<Elf64_Shdr> readSections() const {
    std::vector<Elf64_Shdr> sections;
    Elf64_Shdr section;
    for (unsigned i = 0; i < header_.e_shnum; ++i)
      if (take(header_.e_shoff + i * sizeof section, section))
        sections.push_back(section);
    return sections;
  }

  std::string_view contents(const Elf64_Shdr &section) const {
    std::string_view all = bytes_;
    if (section.sh_type == SHT_NOBITS || section.sh_offset > all.size())
      return "";
    return all.substr(section.sh_offset, section.sh_size);
  }

  static std::string_view nameAt(std::string_view names, uint64_t offset) {
    if (offset >= names.size())
      return "";
    names.remove_prefix(offset);
    return names.substr(0, names.find('\0'));
  }

  std::string bytes_;
  Elf64_Ehdr header_ = {};
};

} // namespace

bool isInstrumented(const std::string &path, std::string *error) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in) {
    *error = "'" + path + "' cannot be read: check its permissions";
    return false;
  }
  ElfFile elf(std::move(bytes));
  if (std::string why = elf.obstacle(); !why.empty())
    *error =
        "'" + path + "' " + why + ": give a program compiled with xblock-clang or xblock-clang++";
  else if (!elf.hasMark())
    *error = "'" + path + "' is not instrumented: compile it with xblock-clang or xblock-clang++";
  else
    return true;
  return false;
}

} // namespace xblock

//===- generate.cpp - prints the man page, or a completion script -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
//   xblock_generate_pages man | bash | zsh | fish
//===------------------------------------------------------------------------------------------------===//
#include "cli/pages/pages.h"

#include <algorithm>
#include <cstdio>

namespace xblock {

std::string shortHelp(const OptionInfo &option) {
  std::string text(option.help);
  for (const char *end : {". ", "; ", ": ", " ("})
    text = text.substr(0, std::min(text.find(end), text.size()));
  if (text.ends_with("."))
    text.pop_back();
  return text;
}

} // namespace xblock

int main(int argc, char **argv) {
  std::string which = argc == 2 ? argv[1] : "", text;
  if (which == "man")
    text = xblock::manPage();
  else if (which == "bash")
    text = xblock::bashCompletion();
  else if (which == "zsh")
    text = xblock::zshCompletion();
  else if (which == "fish")
    text = xblock::fishCompletion();
  if (text.empty()) {
    std::fputs("usage: xblock_generate_pages man | bash | zsh | fish\n", stderr);
    return 2;
  }
  return std::fputs(text.c_str(), stdout) < 0;
}

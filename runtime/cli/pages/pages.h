//===- pages.h - the man page, and what shells complete -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Made from include/xblock/options.def and options/texts.h as xblock is built, and installed where man and the shells look.
// In no program that is explored.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace xblock {

std::string manPage();
std::string bashCompletion();
std::string zshCompletion();
std::string fishCompletion();

/// What the value of an option can be, as a shell completes it.
struct Completion {
  std::vector<std::string> words;
  bool files = false;
};
inline Completion completionOf(const OptionInfo &option) {
  Completion completion;
  if (option.type == OptionType::Choice)
    for (std::string_view word : listedWords(option.values))
      completion.words.emplace_back(word);
  else if (option.type == OptionType::Count || option.type == OptionType::Number)
    completion.words.emplace_back("unlimited");
  completion.files = option.type == OptionType::Text && option.values == "FILE";
  if (option.name == "frontier")
    completion.words = {"auto", "none"};
  return completion;
}

/// The first sentence of the help, or less of it: one line of a list.
std::string shortHelp(const OptionInfo &option);

} // namespace xblock

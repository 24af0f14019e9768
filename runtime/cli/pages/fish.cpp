//===- fish.cpp - completion for fish -----------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/pages/pages.h"
#include "options/texts.h"

namespace xblock {
namespace {

constexpr const char *kBegin = R"(# Completion of xblock(1) for fish. Made as xblock is built, from include/xblock/options.def.

function __xblock_program
    set -l words (commandline -opc)
    set -l at (contains -i -- -- $words)
    # What fish knows of the program, as of any command.
    complete -C (string join ' ' -- (string escape -- $words[(math $at + 1)..-1]) (commandline -ct))
end

function __xblock_is -a command
    set -l words (commandline -opc)
    not contains -- -- $words; and contains -- $command $words[2]
end

complete -c xblock -f
complete -c xblock -n 'contains -- -- (commandline -opc)' -a '(__xblock_program)'
)";

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (char c : text)
    result += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
  return result + "'";
}

std::string optionOf(const char *command, const OptionInfo &option) {
  std::string text = std::string("complete -c xblock -n '__xblock_is ") + command + "' -l " + std::string(option.name);
  if (option.type != OptionType::Flag) {
    Completion completion = completionOf(option);
    std::string words;
    for (const std::string &word : completion.words)
      words += (words.empty() ? "" : " ") + word;
    text += completion.files ? " -r -F" : " -x";
    text += words.empty() ? "" : " -a " + quoted(words);
  }
  return text + " -d " + quoted(shortHelp(option)) + "\n";
}

} // namespace

std::string fishCompletion() {
  std::string script = kBegin;
  const char *none = "complete -c xblock -n 'test (count (commandline -opc)) -eq 1'";
  script += std::string(none) + " -a run -d " + quoted(text::kRun) + "\n" + none + " -a replay -d " + quoted(text::kReplay) + "\n" + none +
            " -a compare -d " + quoted(text::kCompare) + "\n";
  script += std::string(none) + " -l version -d 'Print the version, and exit'\n";
  script += "complete -c xblock -n 'not contains -- -- (commandline -opc)' -s h -l help -d 'Print the help, and exit'\n";
  for (const char *command : {"run", "replay", "compare"})
    for (const OptionInfo &option : optionTable())
      if (isOptionOf(command, option))
        script += optionOf(command, option);
  return script;
}

} // namespace xblock

//===- zsh.cpp - completion for zsh -------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/pages/pages.h"
#include "options/texts.h"

namespace xblock {
namespace {

/// In single quotes, in brackets or between colons.
std::string quoted(std::string_view text) {
  std::string result;
  for (char c : text)
    if (c == '\'')
      result += "'\\''";
    else
      result += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
  return result;
}

std::string argument(const OptionInfo &option) {
  std::string text = "    '--" + std::string(option.name);
  if (option.type == OptionType::Flag)
    return text + "[" + quoted(shortHelp(option)) + "]'";
  text += "=[" + quoted(shortHelp(option)) + "]:" + quoted(option.type == OptionType::Choice ? option.name : option.values) + ":";
  Completion completion = completionOf(option);
  std::string words;
  for (const std::string &word : completion.words)
    words += (words.empty() ? "" : " ") + word;
  if (completion.files && !words.empty())
    return text + "_alternative \"files\\:file\\:_files\" \"words\\:word\\:(" + words + ")\"'";
  return text + (completion.files ? "_files" : words.empty() ? " " : "(" + words + ")") + "'";
}

std::string argumentsOf(const char *command, const char *before) {
  std::string text = std::string("  ") + command + ")\n    _arguments -S \\\n    '(- *)'{-h,--help}'[" +
                     quoted("Print the help, and exit") + "]' \\\n";
  for (const OptionInfo &option : optionTable())
    if (isOptionOf(command, option))
      text += argument(option) + " \\\n";
  return text + before + "    '(-)" + (*before ? "2" : "1") + ":program:_command_names -e' \\\n    '*:: :_normal'\n    ;;\n";
}

} // namespace

std::string zshCompletion() {
  std::string text = "#compdef xblock\n# Completion of xblock(1) for zsh. Made as xblock is built, from include/xblock/options.def.\n\n"
                     "local curcontext=$curcontext state line\ntypeset -A opt_args\n\n"
                     "_arguments -C \\\n"
                     "  '(- *)'{-h,--help}'[Print the help, and exit]' \\\n"
                     "  '(- *)--version[Print the version, and exit]' \\\n"
                     "  '1:command:((run\\:\"" + quoted(text::kRun) + "\" replay\\:\"" + quoted(text::kReplay) + "\" compare\\:\"" + quoted(text::kCompare) + "\"))' \\\n"
                     "  '*:: :->rest' && return\n\n"
                     "if [[ $state == rest ]]; then\n  curcontext=${curcontext%:*}-$words[1]:\n  case $words[1] in\n";
  text += argumentsOf("run", "");
  text += argumentsOf("replay", "    '1:schedule: ' \\\n");
  text += argumentsOf("compare", "");
  return text + "  esac\nfi\n";
}

} // namespace xblock

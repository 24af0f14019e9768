//===- bash.cpp - completion for bash -----------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// bash breaks words at "=", so that an option and its value are three words, unless its user told it otherwise.
//===------------------------------------------------------------------------------------------------===//
#include "cli/pages/pages.h"
#include "options/texts.h"

namespace xblock {
namespace {

constexpr const char *kBegin = R"(# Completion of xblock(1) for bash. Made as xblock is built, from include/xblock/options.def.

# Programs and files, at the first word of the program; then what its own completion knows, or files.
_xblock_program() {
  local first=$1
  if ((COMP_CWORD > first)); then
    if declare -F _command_offset >/dev/null; then
      _command_offset "$first"
      return
    fi
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  elif [[ $cur == */* || $cur == . || $cur == .. ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -c -- "$cur"; compgen -f -- "$cur")
  fi
  compopt -o filenames 2>/dev/null
}

_xblock_value() { # option, text before the value in this word, the value so far
  local words= files= word
  case $1 in
)";

constexpr const char *kAfterValues = R"(  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$3"; [[ -z $files ]] || compgen -f -- "$3")
  [[ -z $files ]] || compopt -o filenames 2>/dev/null
  [[ -z $2 ]] || COMPREPLY=("${COMPREPLY[@]/#/$2}")
}

_xblock() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= options= valued= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      _xblock_program $((i + 1))
      return
    fi
    if [[ -z $command && ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
    fi
  done
  case $command in
  '')
    mapfile -t COMPREPLY < <(compgen -W 'run replay compare --help --version' -- "$cur")
    return
    ;;
)";

constexpr const char *kEnd = R"(  *)
    return
    ;;
  esac
  if [[ $cur == --*=* ]]; then
    _xblock_value "${cur%%=*}" "${cur%%=*}=" "${cur#*=}"
  elif [[ $cur == = ]]; then
    _xblock_value "$prev" '' ''
  elif [[ $prev == = ]]; then
    _xblock_value "${COMP_WORDS[COMP_CWORD - 2]}" '' "$cur"
  elif [[ " $valued " == *" $prev "* ]]; then
    _xblock_value "$prev" '' "$cur"
  elif [[ -z $cur || $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "-- --help $options ${valued// /= }=" -- "$cur")
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace 2>/dev/null
    fi
  fi
}

complete -F _xblock xblock
)";

std::string optionsOf(const char *command) {
  std::string flags, valued;
  for (const OptionInfo &option : optionTable())
    if (isOptionOf(command, option)) {
      std::string &list = option.type == OptionType::Flag ? flags : valued;
      list += (list.empty() ? "--" : " --") + std::string(option.name);
    }
  return std::string("  ") + command + ")\n    options='" + flags + "'\n    valued='" + valued + "'\n    ;;\n";
}

} // namespace

std::string bashCompletion() {
  std::string script = kBegin;
  for (const OptionInfo &option : optionTable()) {
    Completion completion = completionOf(option);
    if (option.audience == Audience::Internal || (completion.words.empty() && !completion.files))
      continue;
    script += "  --" + std::string(option.name) + ")";
    std::string words;
    for (const std::string &word : completion.words)
      words += (words.empty() ? "" : " ") + word;
    script += words.empty() ? "" : " words='" + words + "'";
    script += completion.files ? std::string(words.empty() ? "" : ";") + " files=1" : "";
    script += " ;;\n";
  }
  return script + kAfterValues + optionsOf("run") + optionsOf("replay") + optionsOf("compare") + kEnd;
}

} // namespace xblock

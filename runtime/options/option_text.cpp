//===- option_text.cpp - the text form of options, read and written -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "options/options.h"

namespace xblock {

static bool isSeparator(char c) { return c == ' ' || c == ',' || c == '\t' || c == '\n'; }

/// Takes one word off the front of text, without its quotes. Where its first unquoted '=' stood is
/// in *equals (npos if none). False if a quote is not closed.
static bool takeWord(std::string_view &text, std::string &word, std::size_t *equals) {
  word.clear();
  *equals = word.npos;
  char quote = 0;
  std::size_t i = 0;
  for (; i < text.size() && (quote || !isSeparator(text[i])); ++i) {
    char c = text[i];
    if (quote == '"' && c == '\\' && i + 1 < text.size()) {
      word += text[++i];
    } else if (quote ? c == quote : c == '\'' || c == '"') {
      quote = quote ? 0 : c;
    } else {
      if (c == '=' && !quote && *equals == word.npos)
        *equals = word.size();
      word += c;
    }
  }
  text.remove_prefix(i);
  return !quote;
}

std::optional<Options> parseOptions(std::string_view text, std::string *error) {
  Options options;
  std::string word;
  std::size_t equals = 0;
  while (true) {
    while (!text.empty() && isSeparator(text.front()))
      text.remove_prefix(1);
    if (text.empty())
      return options;
    if (!takeWord(text, word, &equals)) {
      *error = "a quote is not closed in '" + word + "': close it; \"...\" may hold ', and \\\"";
      return std::nullopt;
    }
    std::string_view view = word;
    std::optional<std::string_view> value;
    if (equals != word.npos)
      value = view.substr(equals + 1);
    if (!setOption(options, view.substr(0, equals), value, error))
      return std::nullopt;
  }
}

/// The value, in quotes where the text form needs them.
static std::string quotedValue(const std::string &value) {
  if (!value.empty() && value.find_first_of(" ,\t\n'\"") == value.npos)
    return value;
  std::string text = "\"";
  for (char c : value) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + '"';
}

/// Those of which it is true.
template <typename Wanted> static std::string printed(const Options &options, Wanted wanted) {
  std::string text;
  for (const OptionInfo &option : optionTable()) {
    if (!wanted(option))
      continue;
    std::string value = valueText(options, option);
    text += text.empty() ? "" : " ";
    text += option.name;
    if (option.type != OptionType::Flag || value != "true")
      text += "=" + quotedValue(value);
  }
  return text;
}

std::string print(const Options &options) {
  return printed(options, [&](const OptionInfo &option) { return isGiven(options, option.name); });
}

std::string printDiffering(const Options &options) {
  return printed(options, [&](const OptionInfo &option) { return valueText(options, option) != valueText(Options{}, option); });
}

} // namespace xblock

//===- option_table.cpp - options.def as data, and setting one option ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "options/nearest.h"
#include "options/options.h"

#include <charconv>
#include <vector>

namespace xblock {

static const OptionInfo kTable[] = {
#define XBLOCK_OPTION(type, member, name, default, values, audience, help)                         \
  {name, OptionType::type, &Options::member, values, Audience::audience, help},
#include "xblock/options.def"
};

static const OptionGroup kGroups[] = {
#define XBLOCK_OPTION_GROUP(title, names) {title, names},
#include "xblock/options.def"
};

std::span<const OptionInfo> optionTable() { return kTable; }
std::span<const OptionGroup> optionGroups() { return kGroups; }

const OptionInfo *findOption(std::string_view name) {
  for (const OptionInfo &option : kTable)
    if (option.name == name)
      return &option;
  return nullptr;
}

std::string_view nearestOption(std::string_view name) {
  std::vector<std::string_view> names;
  for (const OptionInfo &known : kTable)
    if (known.audience != Audience::Internal)
      names.push_back(known.name);
  return nearest(name, names);
}

std::string valueText(const Options &options, const OptionInfo &option) {
  if (auto *flag = std::get_if<bool Options::*>(&option.member))
    return options.*(*flag) ? "true" : "false";
  if (auto *count = std::get_if<uint64_t Options::*>(&option.member))
    return options.*(*count) == kUnlimited ? "unlimited" : std::to_string(options.*(*count));
  return options.*std::get<std::string Options::*>(option.member);
}

static std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

static bool fail(std::string *error, std::string message) {
  *error = std::move(message);
  return false;
}

std::vector<std::string_view> listedWords(std::string_view values) {
  std::vector<std::string_view> result;
  for (std::size_t bar; (bar = values.find('|')) != values.npos; values.remove_prefix(bar + 1))
    result.push_back(values.substr(0, bar));
  result.push_back(values);
  return result;
}

static bool setFlag(bool &flag, std::string_view value) {
  flag = value == "true" || value == "1" || value == "yes";
  return flag || value == "false" || value == "0" || value == "no";
}

static bool setCount(uint64_t &count, std::string_view value, uint64_t least, bool mayBeUnlimited) {
  count = kUnlimited;
  if (value == "unlimited")
    return mayBeUnlimited;
  auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), count);
  return code == std::errc() && end == value.data() + value.size() && count >= least &&
         (mayBeUnlimited || count != kUnlimited);
}

static bool isOneOf(std::string_view value, std::string_view values) {
  for (std::string_view word : listedWords(values))
    if (word == value)
      return true;
  return false;
}

static std::string listed(std::string_view values) {
  std::string text;
  for (std::string_view word : listedWords(values))
    text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

bool setOption(Options &options, std::string_view name, std::optional<std::string_view> value,
               std::string *error) {
  const OptionInfo *option = findOption(name);
  if (!option)
    return fail(error, "unknown option " + quoted(name) + "; the nearest is " +
                           quoted(nearestOption(name)) + ", and xblock run --help lists all");
  if (!value && option->type != OptionType::Flag)
    return fail(error, "option " + quoted(name) + " needs a value: " + std::string(name) + "=" +
                           std::string(option->values));
  std::string got = value ? ", not " + quoted(*value) : "";
  switch (option->type) {
  case OptionType::Flag:
    if (!setFlag(options.*std::get<bool Options::*>(option->member), value.value_or("true")))
      return fail(error, "option " + quoted(name) + " is true or false" + got);
    return true;
  case OptionType::Count:
  case OptionType::Number:
  case OptionType::Positive:
  case OptionType::Natural: {
    const uint64_t least =
        option->type == OptionType::Count || option->type == OptionType::Positive ? 1 : 0;
    const bool mayBeUnlimited =
        option->type == OptionType::Count || option->type == OptionType::Number;
    if (!setCount(options.*std::get<uint64_t Options::*>(option->member), *value, least,
                  mayBeUnlimited))
      return fail(error, "option " + quoted(name) + " is a number from " + std::to_string(least) +
                             " on" + (mayBeUnlimited ? ", or unlimited" : "") + got);
    return true;
  }
  case OptionType::Choice:
    if (!isOneOf(*value, option->values))
      return fail(error, "option " + quoted(name) + " is one of " + listed(option->values) + got);
    break;
  case OptionType::Text:
    if (value->empty() && option->values == "FILE")
      return fail(error, "option " + quoted(name) + " names a file, and has no name: " + std::string(name) + "=FILE");
    break;
  }
  options.*std::get<std::string Options::*>(option->member) = *value;
  return true;
}

} // namespace xblock

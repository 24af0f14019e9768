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

static std::size_t placeOf(const OptionInfo &option) { return static_cast<std::size_t>(&option - kTable); }

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

constexpr uint64_t kMost = kUnlimited - 1;

/// What a number may be, and whether that is told of any wrong value, or only of one that is too large.
static OptionRange rangeOf(const OptionInfo &option, bool &isTold) {
  const OptionRange *known = rangeOf(option.name);
  isTold = known;
  const bool mayBeNought = option.type == OptionType::Number || option.type == OptionType::Natural;
  return known ? *known : OptionRange{option.name, mayBeNought ? 0u : 1u, kMost};
}

/// "" or what is right.
static std::string setCount(uint64_t &count, std::string_view value, const OptionInfo &option) {
  const bool mayBeUnlimited = option.type == OptionType::Count || option.type == OptionType::Number;
  if (value == "unlimited" && mayBeUnlimited) {
    count = kUnlimited;
    return "";
  }
  bool tellsMost = false;
  const OptionRange range = rangeOf(option, tellsMost);
  uint64_t number = 0;
  auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool isNumber = code != std::errc::invalid_argument && end == value.data() + value.size();
  if (isNumber && code == std::errc() && number >= range.least && number <= range.most) {
    count = number;
    return "";
  }
  tellsMost |= isNumber && (code == std::errc::result_out_of_range || number > range.most);
  return "a number from " + std::to_string(range.least) + (tellsMost ? " to " + std::to_string(range.most) : " on") +
         (mayBeUnlimited ? ", or unlimited" : "");
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
    break;
  case OptionType::Count:
  case OptionType::Number:
  case OptionType::Positive:
  case OptionType::Natural:
    if (std::string right = setCount(options.*std::get<uint64_t Options::*>(option->member), *value, *option); !right.empty())
      return fail(error, "option " + quoted(name) + " is " + right + got);
    break;
  case OptionType::Choice:
    if (!isOneOf(*value, option->values))
      return fail(error, "option " + quoted(name) + " is one of " + listed(option->values) + got);
    options.*std::get<std::string Options::*>(option->member) = *value;
    break;
  case OptionType::Text:
    if (value->empty() && option->values == "FILE")
      return fail(error, "option " + quoted(name) + " names a file, and has no name: " + std::string(name) + "=FILE");
    options.*std::get<std::string Options::*>(option->member) = *value;
    break;
  }
  options.given.set(placeOf(*option));
  return true;
}

bool isGiven(const Options &options, std::string_view name) {
  const OptionInfo &option = *findOption(name);
  return valueText(options, option) != valueText(Options{}, option) || (options.given[placeOf(option)] && option.type != OptionType::Flag);
}

void resetOption(Options &options, std::string_view name) {
  const OptionInfo &option = *findOption(name);
  const Options standard;
  std::visit([&](auto member) { options.*member = standard.*member; }, option.member);
  options.given.reset(placeOf(option));
}

} // namespace xblock

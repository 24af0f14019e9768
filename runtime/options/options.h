//===- options.h - the options, as values -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Everything here is made from the table include/xblock/options.def. Read once, as the explorer
// starts, from XBLOCK_OPTIONS; written to it by the command line, which makes its flags from the
// same table.
//
// Text form: options separated by spaces or commas, each NAME=VALUE, or NAME alone for a flag. A
// value may be quoted, in whole or in part, by '...' or by "..." with \" and \\ inside. A later
// option overrides an earlier one. Invariant: parseOptions(print(o)) == o.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace xblock {

/// The value of a Count or Number that is no limit; written "unlimited".
constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

enum class OptionType : uint8_t { Flag, Count, Number, Positive, Natural, Choice, Text };
enum class Audience : uint8_t { Search, Replay, Public, Compare, Internal };

namespace option {
using Flag = bool;
using Count = uint64_t;
using Number = uint64_t;
using Positive = uint64_t;
using Natural = uint64_t;
using Choice = std::string;
using Text = std::string;
} // namespace option

struct Options {
#define XBLOCK_OPTION(type, member, name, default, values, audience, help)                         \
  option::type member = default;
#include "xblock/options.def"
  friend bool operator==(const Options &, const Options &) = default;
};

/// One row of the table.
struct OptionInfo {
  std::string_view name;
  OptionType type;
  std::variant<bool Options::*, uint64_t Options::*, std::string Options::*> member;
  std::string_view values;
  Audience audience;
  std::string_view help;
};
std::span<const OptionInfo> optionTable();
/// "a|b|c" as its words, as values and groups are written.
std::vector<std::string_view> listedWords(std::string_view text);

/// Options that are told of together.
struct OptionGroup {
  std::string_view title;
  std::string_view names; ///< "a|b"
};
std::span<const OptionGroup> optionGroups();

/// The row of that name, or null.
const OptionInfo *findOption(std::string_view name);

/// The name, of those not internal, that is nearest to a mistyped one.
std::string_view nearestOption(std::string_view name);

/// The option's value in the text form, unquoted: "true", "100000", "unlimited", "exitblock-rw".
std::string valueText(const Options &options, const OptionInfo &option);

/// Sets one option. No value is for a flag. False, with one line in *error, if name or value is
/// wrong.
bool setOption(Options &options, std::string_view name, std::optional<std::string_view> value,
               std::string *error);

/// Reads the text form, starting from the defaults. Empty, with one line in *error, if it is wrong.
std::optional<Options> parseOptions(std::string_view text, std::string *error);
/// The options that differ from their defaults, in the text form.
std::string print(const Options &options);

} // namespace xblock

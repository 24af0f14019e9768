//===- options.h - the options, as values -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Everything here is made from the table include/xblock/options.def. Read once, as the explorer
// starts, from XBLOCK_OPTIONS; written to it by the command line, which makes its flags from the
// same table.
//
// Text form: options separated by spaces or commas, each NAME=VALUE, or NAME alone for a flag. A
// value may be quoted, in whole or in part, by '...' or by "..." with \" and \\ inside. A later
// option overrides an earlier one. Invariant: parseOptions(print(o)) == o, and the same options are given.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <bitset>
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

constexpr std::size_t kOptions = 0
#define XBLOCK_OPTION(type, member, name, default, values, audience, help) +1
#include "xblock/options.def"
    ;

struct Options {
#define XBLOCK_OPTION(type, member, name, default, values, audience, help)                         \
  option::type member = default;
#include "xblock/options.def"
  /// By setOption(), be it with their defaults: by their places in optionTable(). isGiven() asks.
  std::bitset<kOptions> given;

  /// Of the values.
  friend bool operator==(const Options &a, const Options &b) {
    return true
#define XBLOCK_OPTION(type, member, name, default, values, audience, help) &&a.member == b.member
#include "xblock/options.def"
        ;
  }
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

/// What a number may be; the row of that name, or null.
struct OptionRange {
  std::string_view name;
  uint64_t least, most;
};
inline constexpr OptionRange kOptionRanges[] = {
#define XBLOCK_OPTION_RANGE(name, least, most) {name, least, most},
#include "xblock/options.def"
};
constexpr const OptionRange *rangeOf(std::string_view name) {
  for (const OptionRange &range : kOptionRanges)
    if (range.name == name)
      return &range;
  return nullptr;
}

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

/// Whether somebody asked for the option of that name: to refuse what does not go together. Its default counts as well, but for a flag.
bool isGiven(const Options &options, std::string_view name);
/// Back to its default, and not given.
void resetOption(Options &options, std::string_view name);

/// Reads the text form, starting from the defaults. Empty, with one line in *error, if it is wrong.
std::optional<Options> parseOptions(std::string_view text, std::string *error);
/// The options that are given, in the text form: what another process is to read.
std::string print(const Options &options);
/// Those that differ from their defaults: what is the same makes the same search.
std::string printDiffering(const Options &options);

} // namespace xblock

//===- options_test.cpp -------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "options/options.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

namespace xblock {
namespace {

Options parsed(std::string_view text) {
  std::string error;
  std::optional<Options> options = parseOptions(text, &error);
  EXPECT_TRUE(options) << text << ": " << error;
  return options.value_or(Options{});
}

std::string errorOf(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parseOptions(text, &error)) << text;
  EXPECT_EQ(error.find('\n'), error.npos) << "one line";
  return error;
}

TEST(Options, DefaultsComeFromTheTable) {
  Options options = parsed("");
  EXPECT_EQ(options, Options{});
  EXPECT_EQ(options.mode, "dpor");
  EXPECT_FALSE(options.keepGoing);
  EXPECT_EQ(options.maxSchedules, kUnlimited);
  EXPECT_EQ(options.maxBlocks, 100000u);
  EXPECT_EQ(options.restore, "snapshot");
  EXPECT_EQ(options.stuckSeconds, 10u);
  EXPECT_EQ(options.color, "auto");
  EXPECT_FALSE(options.quiet);
  EXPECT_EQ(options.replay, "");
}

TEST(Options, EachIsInOneGroupUnlessInternal) {
  std::map<std::string_view, int> times;
  for (const OptionGroup &group : optionGroups())
    for (std::string_view name : listedWords(group.names))
      ++times[name];
  for (const OptionInfo &option : optionTable()) {
    EXPECT_EQ(times[option.name], option.audience == Audience::Internal ? 0 : 1) << option.name;
    times.erase(option.name);
  }
  EXPECT_TRUE(times.empty()) << times.begin()->first << " is no option";
}

TEST(Options, AreSeparatedBySpacesOrCommas) {
  Options options =
      parsed("  mode=exitblock,keep-going max-schedules=20,,stuck-seconds=unlimited ");
  EXPECT_EQ(options.mode, "exitblock");
  EXPECT_TRUE(options.keepGoing);
  EXPECT_EQ(options.maxSchedules, 20u);
  EXPECT_EQ(options.stuckSeconds, kUnlimited);
}

TEST(Options, FlagsTakeNoValueOrATruthValue) {
  EXPECT_TRUE(parsed("quiet").quiet);
  EXPECT_TRUE(parsed("quiet=1").quiet);
  EXPECT_TRUE(parsed("quiet=yes").quiet);
  EXPECT_FALSE(parsed("quiet quiet=false").quiet);
  EXPECT_FALSE(parsed("quiet,quiet=no").quiet);
}

TEST(Options, ALaterOneOverridesAnEarlierOne) {
  EXPECT_EQ(parsed("max-blocks=1,max-blocks=2").maxBlocks, 2u);
}

TEST(Options, ValuesMayBeQuoted) {
  EXPECT_EQ(parsed("json='a b,c'").json, "a b,c");
  EXPECT_EQ(parsed("json=\"a \\\"b\\\\\"").json, "a \"b\\");
  EXPECT_EQ(parsed("json=a' 'b").json, "a b");
  EXPECT_EQ(parsed("json=a=b").json, "a=b");
  EXPECT_EQ(parsed("trust=''").trust, "");
}

TEST(Options, AnUnknownOneNamesTheNearest) {
  EXPECT_EQ(errorOf("keepgoing"), "unknown option 'keepgoing'; the nearest is 'keep-going', and xblock run --help lists all");
  EXPECT_EQ(errorOf("max-schedule=3"),
            "unknown option 'max-schedule'; the nearest is 'max-schedules', and xblock run --help lists all");
}

TEST(Options, AnInternalOneIsNeverSuggested) {
  EXPECT_EQ(errorOf("replai=x"), "unknown option 'replai'; the nearest is 'reuse', and xblock run --help lists all");
}

TEST(Options, AWrongValueSaysWhatIsRight) {
  EXPECT_EQ(errorOf("mode=fast"),
            "option 'mode' is one of dpor, sleep, exitblock, exitblock-rw, exitblock-dd, exitblock-rwdd, not 'fast'");
  EXPECT_EQ(errorOf("quiet=maybe"), "option 'quiet' is true or false, not 'maybe'");
  for (std::string_view value : {"", "0", "-1", "+1", "1.5", "2x", "0x10"})
    EXPECT_EQ(errorOf("max-blocks=" + std::string(value)),
              "option 'max-blocks' is a number from 1 on, or unlimited, not '" +
                  std::string(value) + "'");
}

TEST(Options, ABoundMayBeNought) {
  std::string error;
  auto options = parseOptions("preemptions=0 timeouts=0 failed-tries=0", &error);
  ASSERT_TRUE(options) << error;
  EXPECT_EQ(options->preemptions + options->timeouts + options->failedTries, 0u);
  EXPECT_FALSE(parseOptions("preemptions=-1", &error));
  EXPECT_EQ(error, "option 'preemptions' is a number from 0 on, or unlimited, not '-1'");
}

TEST(Options, ANumberThatIsNoBoundIsNeverUnlimited) {
  for (std::string_view value : {"unlimited", "x"}) {
    EXPECT_EQ(errorOf("seed=" + std::string(value)),
              "option 'seed' is a number from 0 on, not '" + std::string(value) + "'");
    EXPECT_EQ(errorOf("first-schedule=" + std::string(value)),
              "option 'first-schedule' is a number from 1 on, not '" + std::string(value) + "'");
  }
  EXPECT_EQ(errorOf("first-schedule=0"), "option 'first-schedule' is a number from 1 on, not '0'");
}

// One that was too large was told to be "a number from 0 on".
TEST(Options, ANumberThatIsTooLargeIsToldTheLargest) {
  const std::string most = "18446744073709551614"; // the next one stands for unlimited
  for (std::string value : {"18446744073709551615", "18446744073709551616", "99999999999999999999999"}) {
    EXPECT_EQ(errorOf("seed=" + value), "option 'seed' is a number from 0 to " + most + ", not '" + value + "'");
    EXPECT_EQ(errorOf("runs=" + value), "option 'runs' is a number from 1 to " + most + ", not '" + value + "'");
    EXPECT_EQ(errorOf("max-blocks=" + value), "option 'max-blocks' is a number from 1 to " + most + ", or unlimited, not '" + value + "'");
    EXPECT_EQ(errorOf("preemptions=" + value), "option 'preemptions' is a number from 0 to " + most + ", or unlimited, not '" + value + "'");
  }
  EXPECT_EQ(parsed("seed=" + most).seed, kUnlimited - 1);
  EXPECT_EQ(errorOf("seed=-18446744073709551616"), "option 'seed' is a number from 0 on, not '-18446744073709551616'");
}

// What the program that explores refused later, or, with --time, took for less than nothing.
TEST(Options, ARangeIsToldWithAnyWrongValue) {
  for (const OptionRange &range : kOptionRanges) {
    const OptionInfo &option = *findOption(range.name);
    const bool orUnlimited = option.type == OptionType::Count || option.type == OptionType::Number;
    const std::string name(range.name), right = "option '" + name + "' is a number from " + std::to_string(range.least) + " to " +
                                                std::to_string(range.most) + (orUnlimited ? ", or unlimited" : "") + ", not '";
    std::vector<std::string> wrong{"x", "-1", std::to_string(range.most + 1), "18446744073709551615", "18446744073709551616"};
    if (range.least)
      wrong.push_back(std::to_string(range.least - 1));
    if (!orUnlimited)
      wrong.emplace_back("unlimited");
    for (const std::string &value : wrong)
      EXPECT_EQ(errorOf(name + "=" + value), right + value + "'");
    for (uint64_t value : {range.least, range.most})
      EXPECT_EQ(valueText(parsed(name + "=" + std::to_string(value)), option), std::to_string(value));
    std::string error;
    EXPECT_TRUE(orUnlimited || parseOptions(name + "=" + valueText(Options{}, option), &error)) << "its default: " << error;
  }
}

/// A value other than its default, or that.
std::string textOf(const OptionInfo &option, bool other) {
  std::string standard = valueText(Options{}, option);
  if (!other)
    return standard;
  if (option.type == OptionType::Choice) {
    for (std::string_view word : listedWords(option.values))
      if (word != standard)
        return std::string(word);
  }
  return option.type == OptionType::Flag ? "true" : standard == "7" ? "8" : "7";
}

// What is refused beside others was taken for not given if it had its default as its value.
TEST(Options, OneThatIsGivenWithItsDefaultIsGiven) {
  for (const OptionInfo &option : optionTable()) {
    EXPECT_FALSE(isGiven(Options{}, option.name)) << option.name;
    const bool flag = option.type == OptionType::Flag, file = option.values == "FILE" && valueText(Options{}, option).empty();
    for (bool other : {false, true}) {
      if (file && !other) // it has no name
        continue;
      const std::string name(option.name), value = option.name == "stack-size" && other ? "65536" : textOf(option, other);
      Options options;
      std::string error;
      ASSERT_TRUE(setOption(options, name, value, &error)) << error;
      EXPECT_EQ(isGiven(options, name), other || !flag) << name << "=" << value; // a flag that is false is none
      for (const OptionInfo &another : optionTable())
        EXPECT_TRUE(another.name == option.name || !isGiven(options, another.name)) << name << another.name;
      // Another process reads of it; a search with it goes on like one without it.
      EXPECT_EQ(isGiven(parsed(print(options)), name), other || !flag) << print(options);
      EXPECT_EQ(printDiffering(options).empty(), !other) << print(options);
      resetOption(options, name);
      EXPECT_FALSE(isGiven(options, name)) << name;
      EXPECT_EQ(options, Options{});
    }
  }
}

TEST(Options, AMissingValueIsAnError) {
  EXPECT_EQ(errorOf("json"), "option 'json' needs a value: json=FILE");
  EXPECT_EQ(errorOf("mode"), "option 'mode' needs a value: mode=dpor|sleep|exitblock|exitblock-rw|exitblock-dd|exitblock-rwdd");
}

TEST(Options, AFileHasAName) {
  for (const OptionInfo &option : optionTable())
    if (option.values == "FILE")
      EXPECT_EQ(errorOf(std::string(option.name) + "="),
                "option '" + std::string(option.name) + "' names a file, and has no name: " + std::string(option.name) + "=FILE");
  EXPECT_EQ(errorOf("json=''"), "option 'json' names a file, and has no name: json=FILE");
}

TEST(Options, AnOpenQuoteIsAnError) {
  EXPECT_EQ(errorOf("json='a b"), "a quote is not closed in 'json=a b': close it; \"...\" may hold ', and \\\"");
  EXPECT_EQ(errorOf("json=\"a\\"), "a quote is not closed in 'json=a\\': close it; \"...\" may hold ', and \\\"");
}

TEST(Options, PrintsWhatDiffersFromTheDefaults) {
  EXPECT_EQ(print(Options{}), "");
  EXPECT_EQ(
      print(parsed("keep-going,json='a b',mode=exitblock,max-schedules=7,max-blocks=unlimited")),
      "mode=exitblock keep-going max-schedules=7 max-blocks=unlimited json=\"a b\"");
}

TEST(Options, ParsingWhatIsPrintedGivesTheSame) {
  std::mt19937 random(1);
  constexpr std::string_view kBytes = "ab ,'\"\\=\t\n-";
  for (int round = 0; round < 2000; ++round) {
    Options options;
    for (std::string *text : {&options.json, &options.replay})
      for (unsigned n = random() % 6; n; --n)
        *text += kBytes[random() % kBytes.size()];
    options.keepGoing = random() % 2;
    options.maxBlocks = random() % 3 ? random() % 100 + 1 : kUnlimited;
    EXPECT_EQ(parsed(print(options)), options) << print(options);
  }
}

TEST(Options, EveryRowHasANameAndAHelp) {
  for (const OptionInfo &option : optionTable()) {
    EXPECT_EQ(findOption(option.name), &option);
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_TRUE(option.help.ends_with(".")) << option.name;
    EXPECT_EQ(option.values.empty(), option.type == OptionType::Flag) << option.name;
  }
}

} // namespace
} // namespace xblock

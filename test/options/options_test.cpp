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
  for (std::string_view value : {"", "0", "-1", "+1", "1.5", "2x", "0x10", "18446744073709551616"})
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
  for (std::string_view value :
       {"unlimited", "18446744073709551615", "x"}) { // the second stands for unlimited
    EXPECT_EQ(errorOf("seed=" + std::string(value)),
              "option 'seed' is a number from 0 on, not '" + std::string(value) + "'");
    EXPECT_EQ(errorOf("depth=" + std::string(value)),
              "option 'depth' is a number from 1 on, not '" + std::string(value) + "'");
  }
  EXPECT_EQ(errorOf("depth=0"), "option 'depth' is a number from 1 on, not '0'");
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

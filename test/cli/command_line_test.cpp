//===- command_line_test.cpp --------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/command_line.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

namespace xblock {
namespace {

auto read(const std::string &line, const Options &base = {}) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return readCommandLine(words, base);
}

std::string mistake(const std::string &line) {
  auto result = read(line);
  EXPECT_TRUE(std::holds_alternative<Mistake>(result)) << line;
  std::string message =
      std::holds_alternative<Mistake>(result) ? std::get<Mistake>(result).message : "";
  EXPECT_EQ(message.find('\n'), message.npos) << "one line";
  return message;
}

Launch launch(const std::string &line, const Options &base = {}) {
  auto result = read(line, base);
  if (auto *wrong = std::get_if<Mistake>(&result))
    ADD_FAILURE() << line << ": " << wrong->message;
  return std::holds_alternative<Launch>(result) ? std::get<Launch>(result) : Launch{};
}

std::string answer(const std::string &line) {
  auto result = read(line);
  EXPECT_TRUE(std::holds_alternative<Answer>(result)) << line;
  return std::holds_alternative<Answer>(result) ? std::get<Answer>(result).text : "";
}

using Words = std::vector<std::string>;

TEST(CommandLine, EverythingBehindTheDashesIsTheProgram) {
  Launch got = launch("run --keep-going -- ./prog --json=x -- -h");
  EXPECT_EQ(got.program, (Words{"./prog", "--json=x", "--", "-h"}));
  EXPECT_EQ(print(got.options), "keep-going");
}

TEST(CommandLine, OptionsTakeTheirValueEitherWay) {
  EXPECT_EQ(launch("run --mode=exitblock --json a.json -- p").options.mode, "exitblock");
  EXPECT_EQ(launch("run --mode=exitblock --json a.json -- p").options.json, "a.json");
  EXPECT_FALSE(launch("run --quiet --quiet=false -- p").options.quiet);
  EXPECT_EQ(launch("run --max-blocks=1 --max-blocks=unlimited -- p").options.maxBlocks, kUnlimited);
}

TEST(CommandLine, GoesBeforeTheEnvironment) {
  Options base;
  base.mode = "exitblock";
  base.keepGoing = true;
  base.replay = "x1:0"; // left over from a parent: a run is no replay
  Launch got = launch("run --keep-going=false -- p", base);
  EXPECT_EQ(print(got.options), "mode=exitblock");
}

TEST(CommandLine, EveryPublicOptionIsAFlag) {
  for (const OptionInfo &option : optionTable()) {
    if (option.audience == Audience::Internal)
      continue;
    Options other; // a value that is not the default
    std::string value = option.type == OptionType::Flag ? "true"
                        : std::holds_alternative<uint64_t Options::*>(option.member)
                            ? std::to_string(rangeOf(option.name) ? std::max<uint64_t>(77, rangeOf(option.name)->least) : 77)
                            : std::string(option.values.substr(0, option.values.find('|')));
    if (value == valueText(other, option))
      value = std::string(listedWords(option.values)[1]);
    bool isOfRun = option.audience != Audience::Replay && option.audience != Audience::Compare;
    std::string command = option.audience == Audience::Search ? "run" : option.audience == Audience::Compare ? "compare" : "replay x1:0";
    command += option.name == "gdb-args" ? " --gdb" : "";
    Launch got = launch(command + " --" + std::string(option.name) + "=" + value + " -- p");
    EXPECT_EQ(valueText(got.options, option), value) << option.name;
    EXPECT_NE(answer(isOfRun ? "run --help" : option.audience == Audience::Replay ? "replay --help" : "compare --help").find("--" + std::string(option.name)), std::string::npos)
        << option.name;
  }
}

TEST(CommandLine, AReplayHasItsSchedule) {
  EXPECT_EQ(launch("replay x1:0x2.1 -- p").options.replay, "x1:0x2.1");
  EXPECT_EQ(launch("replay --quiet x1:0x2.1 -- p").options.replay, "x1:0x2.1");
  EXPECT_EQ(mistake("replay -- p"),
            "no schedule: xblock replay SCHEDULE [options] -- program arguments...; a report has one in its line 'xblock replay'");
  EXPECT_NE(mistake("replay y1:0 -- p").find("y1:0"), std::string::npos);
  EXPECT_EQ(mistake("replay x1:0 --keep-going -- p"),
            "option '--keep-going' is of xblock run, not of xblock replay: leave it out");
  EXPECT_EQ(mistake("replay x1:0 --gdb-args=-batch -- p"),
            "'--gdb-args' is for gdb, which '--gdb' starts: add --gdb, or leave out --gdb-args");
  EXPECT_EQ(launch("replay x1:0 --gdb --gdb-args=-batch -- p").options.gdbArgs, "-batch");
  Options always; // as in XBLOCK_OPTIONS, for whenever there is gdb
  always.gdbArgs = "-batch";
  EXPECT_FALSE(launch("replay x1:0 -- p", always).options.gdb);
  EXPECT_EQ(mistake("run --steps -- p"), "option '--steps' is of xblock replay, not of xblock run: leave it out");
}

TEST(CommandLine, NoiseOfRealThreadsIsTheirPolicy) {
  EXPECT_EQ(print(launch("run --noise=native -- p").options), "policy=native");
  EXPECT_EQ(print(launch("run --noise=native --policy=native -- p").options), "policy=native");
  EXPECT_EQ(print(launch("run --policy=native --noise=native --noise=yield -- p").options), "policy=native noise=yield");
  Options base;
  base.noise = "native";
  EXPECT_EQ(print(launch("run -- p", base).options), "policy=native");
  EXPECT_EQ(mistake("run --noise=native --policy=dpor -- p"), "--noise=native is --policy=native, and this is --policy=dpor: leave out one of them");
  EXPECT_EQ(mistake("compare --noise=native -- p"), "--noise=native is --policy=native: have native among --policies, and leave it out");
}

TEST(CommandLine, ALogOfRealThreadsIsNoSchedule) {
  EXPECT_EQ(mistake("replay a.1.xblock-native -- p"),
            "a.1.xblock-native is the log of a run on real threads, and no schedule: run it again by xblock run --policy=native "
            "--native-log=a.1.xblock-native -- PROGRAM, with the program and its arguments");
}

TEST(CommandLine, HelpAndVersionAreAnswers) {
  EXPECT_EQ(answer("--version"), VERSION_LINE);
  EXPECT_NE(answer("--help").find("Exit codes: 0 complete"), std::string::npos);
  EXPECT_NE(answer("run --help").find("Usage: xblock run [options] -- program arguments..."),
            std::string::npos);
  EXPECT_NE(answer("replay -h").find("Usage: xblock replay SCHEDULE [options] --"),
            std::string::npos);
  EXPECT_EQ(answer("replay --help").find("--keep-going"), std::string::npos);
  EXPECT_EQ(answer("run --help").find("--replay"), std::string::npos) << "internal";
  EXPECT_EQ(answer("help"), answer("--help"));
  EXPECT_EQ(answer("help replay"), answer("replay --help"));
  EXPECT_EQ(mistake("help rum"), "unknown command 'rum'; the nearest is 'run' (see xblock --help)");
  std::istringstream help(answer("run --help"));
  for (std::string line; std::getline(help, line);)
    EXPECT_LE(line.size(), 100u) << line;
}

TEST(CommandLine, AWrongOneIsToldInOneLine) {
  EXPECT_EQ(mistake(""),
            "no command: xblock run [options] -- program arguments... (see xblock --help)");
  EXPECT_EQ(mistake("rum -- p"), "unknown command 'rum'; the nearest is 'run' (see xblock --help)");
  EXPECT_EQ(mistake("--foo"), "the commands are run, replay and compare (see xblock --help)");
  EXPECT_EQ(mistake("run"),
            "no '--' before the program: xblock run [options] -- program arguments...");
  EXPECT_EQ(mistake("run ./p"),
            "no '--' before the program: xblock run [options] -- program arguments...");
  EXPECT_EQ(mistake("run --"),
            "no program behind '--': xblock run [options] -- program arguments...");
  EXPECT_EQ(mistake("run ./p -- q"),
            "'./p' stands before '--'; the program and its arguments go behind it");
  EXPECT_EQ(mistake("run --keepgoing -- p"),
            "unknown option '--keepgoing'; the nearest is '--keep-going', and xblock run --help lists all");
  EXPECT_EQ(mistake("run --max-schedule=3 -- p"),
            "unknown option '--max-schedule'; the nearest is '--max-schedules', and xblock run --help lists all");
  EXPECT_EQ(mistake("run -keep-going -- p"), "write '--keep-going', not '-keep-going'");
  EXPECT_EQ(mistake("run --replay=x1:0 -- p"),
            "unknown option '--replay'; the nearest is '--delays', and xblock run --help lists all");
  EXPECT_EQ(mistake("run --mode=x -- p"),
            "option 'mode' is one of dpor, sleep, exitblock, exitblock-rw, exitblock-dd, exitblock-rwdd, not 'x'");
  EXPECT_EQ(mistake("run --keep-going=maybe -- p"),
            "option 'keep-going' is true or false, not 'maybe'");
  EXPECT_EQ(mistake("run --json -- p"), "option 'json' needs a value: json=FILE");
  EXPECT_EQ(mistake("run --json= -- p"), "option 'json' names a file, and has no name: json=FILE");
  EXPECT_EQ(mistake("run --html= --max-schedules=3 -- p"), "option 'html' names a file, and has no name: html=FILE");
  EXPECT_EQ(mistake("run --log --max-schedules=3 -- p"), "option 'log' needs a value: log=FILE");
  EXPECT_EQ(mistake("compare --trust= --runs=1 -- p"), "option 'trust' needs a value: trust=PATTERN[,...]");
}

} // namespace
} // namespace xblock

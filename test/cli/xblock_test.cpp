//===- xblock_test.cpp - the command as a whole -------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// With cli_child in the place of an exploring process.
//===------------------------------------------------------------------------------------------------===//
#include <csignal>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

namespace {

struct Ran {
  int exitCode = -1;
  std::string text; // stdout and stderr
};

Ran xblock(const std::string &arguments, const std::string &environment = "") {
  Ran ran;
  FILE *pipe = ::popen((environment + " " XBLOCK_COMMAND " " + arguments + " 2>&1").c_str(), "r");
  char buffer[256];
  while (std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe))
    ran.text.append(buffer, n);
  int status = ::pclose(pipe);
  if (WIFEXITED(status))
    ran.exitCode = WEXITSTATUS(status);
  return ran;
}

TEST(Xblock, PassesTheVerdictOn) {
  for (int code = 0; code <= 4; ++code) {
    Ran ran = xblock("run -- " CHILD " verdict " + std::to_string(code));
    EXPECT_EQ(ran.exitCode, code);
    EXPECT_EQ(ran.text, "");
  }
}

TEST(Xblock, GivesTheChildItsOptionsAndArguments) {
  Ran ran = xblock("replay x1:0x2 --json 'a b' -- " CHILD " show 'c d' --quiet",
                   "XBLOCK_OPTIONS=quiet,keep-going");
  EXPECT_EQ(ran.text, CHILD "|1|keep-going json=\"a b\" quiet replay=x1:0x2|show|c d|--quiet\n");
  EXPECT_EQ(ran.exitCode, 0);
}

TEST(Xblock, AnExitCodeThatIsNoVerdictIsTold) {
  Ran ran = xblock("run -- " CHILD " exit 77");
  EXPECT_EQ(ran.exitCode, 3);
  EXPECT_EQ(ran.text,
            "xblock: no verdict: the program ended with exit code 77 outside of every schedule; "
            "look for an exit in what runs before main\n");
  EXPECT_EQ(xblock("run -- " CHILD " exit 127").exitCode, 3);
}

TEST(Xblock, TheExitCodeOfAProgramThatExploredNothingIsNoVerdict) {
  for (int code = 0; code <= 4; ++code) {
    Ran ran = xblock("run -- " CHILD " exit " + std::to_string(code));
    EXPECT_EQ(ran.exitCode, 3);
    EXPECT_EQ(ran.text, "xblock: no verdict: the program ended with exit code " +
                            std::to_string(code) +
                            " outside of every schedule; look for an exit in what runs before main\n");
  }
}

TEST(Xblock, ADeathBySignalIsToldWithWhatToDo) {
  Ran ran = xblock("run -- " CHILD " signal " + std::to_string(SIGSEGV));
  EXPECT_EQ(ran.exitCode, 3);
  EXPECT_EQ(ran.text, "xblock: no verdict: the program died of SIGSEGV outside of every schedule, "
                      "before its main; look at what runs before "
                      "main, as constructors of static objects\n");
  ran = xblock("run -- " CHILD " signal " + std::to_string(SIGKILL));
  EXPECT_EQ(
      ran.text,
      "xblock: no verdict: the exploring process died of SIGKILL; if memory ran out, bound the "
      "search with --max-schedules or --max-blocks\n");
  ran = xblock("run -- " CHILD " signal " + std::to_string(SIGTERM));
  EXPECT_EQ(ran.text, "xblock: no verdict: interrupted by SIGTERM, twice or before the search began; a search that lasted two seconds is "
                      "gone on with by xblock run --resume\n");
}

TEST(Xblock, PassesASignalSentToItOn) {
  EXPECT_EQ(xblock("run -- " CHILD " stop-parent").exitCode, 2);
}

TEST(Xblock, AWrongEnvironmentIsTold) {
  Ran ran = xblock("run -- " CHILD " exit 0", "XBLOCK_OPTIONS=keepgoing");
  EXPECT_EQ(ran.exitCode, 3);
  EXPECT_EQ(ran.text,
            "xblock: XBLOCK_OPTIONS: unknown option 'keepgoing'; the nearest is 'keep-going', and xblock run --help lists all\n");
}

TEST(Xblock, AMistakeIsExitCodeThree) {
  for (const char *arguments : {"", "rum", "run", "run --", "run -- ./none", "run -- /",
                                "run -- /bin/sh", "replay zz -- " CHILD, "run --foo -- " CHILD})
    EXPECT_EQ(xblock(arguments).exitCode, 3) << arguments;
  EXPECT_EQ(xblock("--help").exitCode, 0);
  EXPECT_EQ(xblock("--version").text, VERSION_LINE);
}

} // namespace

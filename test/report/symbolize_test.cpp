//===- symbolize_test.cpp -----------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/symbolize.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {

/// An address in the call of it.
__attribute__((noinline)) uint64_t here() {
  return reinterpret_cast<uint64_t>(__builtin_return_address(0)) - 1;
}

constexpr uint32_t kLineOfInner = __LINE__ + 2;
__attribute__((always_inline)) inline uint64_t inner() {
  uint64_t pc = here();
  asm volatile("" : "+r"(pc)); // the call is not the last thing done, so it stays a call
  return pc;
}

} // namespace

constexpr uint32_t kLineOfOuter = __LINE__ + 3;
/// An address in inner(), inlined into this function, which the dynamic symbol table names.
extern "C" __attribute__((noinline, visibility("default"))) uint64_t xblockTestOuter() {
  return inner();
}

namespace xblock {
namespace {

std::vector<Frame> symbolized(std::vector<Frame> stack) {
  std::vector<Finding> findings(1);
  findings[0].threads.resize(1);
  findings[0].threads[0].stack = std::move(stack);
  symbolize(findings);
  return findings[0].threads[0].stack;
}

/// Runs without, or with another, symbolizer while it lives.
struct Symbolizer {
  explicit Symbolizer(const char *program) { ::setenv("XBLOCK_SYMBOLIZER", program, 1); }
  ~Symbolizer() { ::unsetenv("XBLOCK_SYMBOLIZER"); }
};

TEST(Symbolize, GivesInlinedCallsTheirOwnFrames) {
  std::vector<Frame> stack = symbolized({{xblockTestOuter(), "", "", 0}});
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_EQ(stack[0].function, "(anonymous namespace)::inner()");
  EXPECT_EQ(stack[0].line, kLineOfInner);
  EXPECT_TRUE(stack[0].file.ends_with("test/report/symbolize_test.cpp")) << stack[0].file;
  EXPECT_EQ(stack[1].function, "xblockTestOuter");
  EXPECT_EQ(stack[1].line, kLineOfOuter);
}

TEST(Symbolize, AnswersAreGivenToTheRightAddresses) {
  uint64_t ours = xblockTestOuter(), libc = reinterpret_cast<uint64_t>(&std::getenv);
  for (int round = 0; round < 2; ++round) {
    std::vector<Frame> stack = symbolized({{libc, "", "", 0}, {ours, "", "", 0}});
    ASSERT_EQ(stack.size(), 3u);
    EXPECT_EQ(stack[0].function, "getenv");
    EXPECT_EQ(stack[2].function, "xblockTestOuter");
    std::swap(ours, libc);
    stack = symbolized({{libc, "", "", 0}, {ours, "", "", 0}});
    ASSERT_EQ(stack.size(), 3u);
    EXPECT_EQ(stack[2].function, "getenv");
    std::swap(ours, libc);
  }
}

TEST(Symbolize, WithoutASymbolizerNamesTheDynamicSymbol) {
  for (const char *program : {"/no/such/symbolizer", "false", "true", "echo"}) {
    Symbolizer none(program);
    std::vector<Frame> stack = symbolized({{xblockTestOuter(), "", "", 0}});
    ASSERT_EQ(stack.size(), 1u) << program;
    EXPECT_EQ(stack[0].function, "xblockTestOuter") << program;
    EXPECT_EQ(stack[0].file, "") << program;
  }
}

TEST(Symbolize, AStackFullOfAddressesDoesNotBlock) {
  std::vector<Frame> stack; // 20,000 questions and answers are more than two pipes hold
  uint64_t pc = xblockTestOuter();
  for (uint64_t i = 0; i < 20000; ++i)
    stack.push_back({pc - i % 4096, "", "", 0});
  EXPECT_GE(symbolized(stack).size(), 20000u);
}

TEST(Symbolize, AnEventWithoutAFileGetsTheOneOfItsAddress) {
  Finding finding;
  finding.blocks.resize(1);
  finding.blocks[0].events.resize(4);
  std::vector<Event> &events = finding.blocks[0].events;
  events[0].pcs = events[1].pcs = events[3].pcs = {xblockTestOuter()};
  events[1].file = "known.c";
  events[3].file = "/usr/include/c++/12/mutex";
  symbolize(finding);
  EXPECT_TRUE(events[0].file.ends_with("symbolize_test.cpp")) << events[0].file;
  EXPECT_EQ(events[0].line, kLineOfInner);
  EXPECT_EQ(events[1].file, "known.c");
  EXPECT_EQ(events[2].file, "");
  EXPECT_EQ(events[3].line, kLineOfInner) << "a place in the C++ library is no help";
}

// While it ran, a build took its file away, or put another one in its place: there were no lines then ("failed under load"), or those of the other.
TEST(Symbolize, AProgramWhoseFileIsReplacedHasTheLinesThatItRunsWith) {
  namespace fs = std::filesystem;
  if (const char *instead = std::getenv("XBLOCK_TEST_REPLACED_BY")) { // the copy that is run below
    fs::path own = fs::read_symlink("/proc/self/exe");
    fs::remove(own);
    if (*instead)
      fs::copy_file(instead, own);
    std::vector<Frame> stack = symbolized({{xblockTestOuter(), "", "", 0}});
    ASSERT_EQ(stack.size(), 2u);
    EXPECT_TRUE(stack[0].file.ends_with("test/report/symbolize_test.cpp")) << stack[0].file;
    EXPECT_EQ(stack[0].line, kLineOfInner);
    return;
  }
  fs::path folder = fs::path(testing::TempDir()) / ("replaced-" + std::to_string(::getpid())), copy = folder / "copy";
  fs::create_directory(folder);
  for (std::string instead : {"", "/bin/true"}) {
    fs::copy_file("/proc/self/exe", copy, fs::copy_options::overwrite_existing);
    std::string command = "XBLOCK_TEST_REPLACED_BY=" + instead + " '" + copy.string() + "' --gtest_filter=Symbolize.AProgramWhose*";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
  fs::remove_all(folder);
}

TEST(Symbolize, FramesWithoutAnAddressStay) {
  std::vector<Frame> stack = symbolized({{0, "f", "a.c", 3}, {0, "", "", 0}, {1, "", "", 0}});
  ASSERT_EQ(stack.size(), 3u);
  EXPECT_EQ(stack[0].function, "f");
  EXPECT_EQ(stack[0].line, 3u);
  EXPECT_EQ(stack[1].function, "(unknown)");
  EXPECT_EQ(stack[2].function, "(unknown)"); // address 1 lies in no module
}

} // namespace
} // namespace xblock

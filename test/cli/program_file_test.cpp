//===- program_file_test.cpp --------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/program_file_linux.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

namespace xblock {
namespace {

namespace fs = std::filesystem;

/// A directory of its own that is current while it lives.
struct Scratch {
  Scratch() : before(fs::current_path()) {
    char name[] = "/tmp/xblock-cli-XXXXXX";
    path = ::mkdtemp(name);
    fs::current_path(path);
  }
  ~Scratch() {
    fs::current_path(before);
    fs::remove_all(path);
  }
  void write(const std::string &name, const std::string &bytes, bool executable = true) {
    std::ofstream(name, std::ios::binary) << bytes;
    if (executable)
      fs::permissions(name, fs::perms::owner_all);
  }
  fs::path before, path;
};

std::string whyNot(const std::string &word) {
  std::string error;
  EXPECT_FALSE(findProgram(word, &error)) << word;
  return error;
}

std::string notInstrumented(const std::string &path) {
  std::string error;
  EXPECT_FALSE(isInstrumented(path, &error)) << path;
  return error;
}

TEST(FindProgram, LooksThroughPathLikeAShell) {
  Scratch scratch;
  std::string path = std::getenv("PATH"), error;
  fs::create_directory("first");
  fs::create_directory("second");
  scratch.write("first/p", "", false); // not executable: a shell goes on
  scratch.write("second/p", "");
  scratch.write("q", "");
  ::setenv("PATH", (scratch.path.string() + "/first:" + scratch.path.string() + "/second").c_str(),
           1);
  EXPECT_EQ(findProgram("p", &error), scratch.path.string() + "/second/p");
  EXPECT_EQ(findProgram("./q", &error), "./q");
  EXPECT_EQ(whyNot("q"), "'q': not found in PATH; the one here is './q'");
  EXPECT_EQ(whyNot("r"), "'r': not found in PATH; give the path of a program, as in ./test");
  EXPECT_EQ(whyNot(""), "'': not found in PATH; give the path of a program, as in ./test");
  ::setenv("PATH", path.c_str(), 1);
}

TEST(FindProgram, SaysWhatIsInTheWay) {
  Scratch scratch;
  scratch.write("text", "", false);
  std::string next = "; give the path of a program compiled with xblock-clang or xblock-clang++";
  EXPECT_EQ(whyNot("./none"), "'./none': no such file" + next);
  EXPECT_EQ(whyNot("./text"), "'./text': is not executable" + next);
  EXPECT_EQ(whyNot("/"), "'/': is a directory" + next);
}

TEST(IsInstrumented, KnowsTheSectionAlsoOfAStrippedFile) {
  std::string error;
  EXPECT_TRUE(isInstrumented(CHILD, &error)) << error;
  EXPECT_TRUE(isInstrumented(STRIPPED_CHILD, &error)) << error;
}

TEST(IsInstrumented, SaysHowToGetThere) {
  Scratch scratch;
  scratch.write("script", "#!/bin/sh\n");
  scratch.write("empty", "");
  scratch.write("start", "\x7f"
                         "ELF");
  EXPECT_EQ(notInstrumented("/proc/self/exe"),
            "'/proc/self/exe' is not instrumented: compile it with xblock-clang or xblock-clang++");
  std::string elf = ": give a program compiled with xblock-clang or xblock-clang++";
  EXPECT_EQ(notInstrumented("script"), "'script' is no ELF executable" + elf);
  EXPECT_EQ(notInstrumented("empty"), "'empty' is no ELF executable" + elf);
  EXPECT_EQ(notInstrumented("start"), "'start' is no x86-64 executable" + elf);
  EXPECT_EQ(notInstrumented(OBJECT_FILE),
            "'" OBJECT_FILE "' is an object file, not a linked program" + elf);
  EXPECT_EQ(notInstrumented("none"), "'none' cannot be read: check its permissions");
}

TEST(IsInstrumented, DamagedFilesAreReadWithinTheirBounds) {
  Scratch scratch;
  std::ifstream in(STRIPPED_CHILD, std::ios::binary);
  std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::mt19937 random(1);
  std::string error;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole.substr(0, round % 2 ? random() % whole.size() : whole.size());
    for (int i = 0; i < 8 && damaged.size() > 64; ++i)
      damaged[random() % 64] = static_cast<char>(random()); // the header has all offsets
    scratch.write("damaged", damaged);
    isInstrumented("damaged", &error); // any answer, no crash
  }
}

} // namespace
} // namespace xblock

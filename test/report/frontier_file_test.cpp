//===- frontier_file_test.cpp - the file that a search can be gone on with from -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/frontier_linux.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

namespace xblock {
namespace {

namespace fs = std::filesystem;

class Frontier : public testing::Test {
protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "frontier.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path() const { return folder_ + "/kept"; }
  std::string kept() const {
    std::string error;
    return FrontierFile(path()).read(&error).value_or(error);
  }
  size_t files() const { return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator())); }

private:
  std::string folder_;
};

TEST_F(Frontier, StaysWholeWhereTheNextOneDoesNotFit) {
  {
    FrontierFile file(path());
    ASSERT_EQ(file.write("first"), "");
    rlimit before{}, few{};
    getrlimit(RLIMIT_FSIZE, &before);
    few = {100, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
    std::string why = file.write(std::string(1000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(why, "File too large");
    EXPECT_EQ(files(), 1u);
    EXPECT_EQ(kept(), "another search writes it, or goes on from it") << "it is held on to";
    file.leave();
  }
  EXPECT_EQ(kept(), "first");
}

// The second write went over what another search kept.
TEST_F(Frontier, OfAnotherSearchIsLeftAlone) {
  FrontierFile mine(path());
  ASSERT_EQ(mine.write("mine"), "");
  mine.leave();
  int other = open(path().c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  FrontierFile late(path());
  EXPECT_EQ(late.write("late"), "another search writes it");
  EXPECT_EQ(late.write("later"), "another search writes it");
  late.remove();
  close(other);
  EXPECT_EQ(kept(), "mine");
  EXPECT_EQ(files(), 1u);
}

} // namespace
} // namespace xblock

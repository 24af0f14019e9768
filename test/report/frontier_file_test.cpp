//===- frontier_file_test.cpp - the file that a search can be gone on with from -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/frontier_linux.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
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
  /// How often this process has the file open that has the name now.
  size_t descriptors() const {
    size_t n = 0;
    for (const auto &entry : fs::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      n += fs::read_symlink(entry.path(), gone) == path();
    }
    return n;
  }

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

// Who waited for the file got it as its holder saved: the one without a name. It then went over what was saved.
TEST_F(Frontier, OfAnotherSearchThatSavesMeanwhileIsLeftAlone) {
  FrontierFile mine(path());
  ASSERT_EQ(mine.write("mine"), "");
  std::atomic<bool> ended = false;
  std::string why;
  std::thread waits([&] {
    FrontierFile late(path());
    why = late.write("late");
    late.leave();
    ended = true;
  });
  while (!ended && descriptors() < 2)
    std::this_thread::yield();
  EXPECT_EQ(mine.write("saved"), "");
  waits.join();
  EXPECT_EQ(why, "another search writes it");
  mine.leave();
  EXPECT_EQ(kept(), "saved");
  EXPECT_EQ(files(), 1u);
}

// Somebody removed the file, and began another search with that name.
TEST_F(Frontier, OfASearchThatTookTheNameIsLeftAlone) {
  FrontierFile first(path()), second(path());
  ASSERT_EQ(first.write("first"), "");
  fs::remove(path());
  ASSERT_EQ(second.write("second"), "");
  EXPECT_EQ(first.write("again"), "another search writes it");
  EXPECT_EQ(second.write("goes on"), "");
  first.leave();
  second.leave();
  EXPECT_EQ(kept(), "goes on");
  EXPECT_EQ(files(), 1u);
}

TEST_F(Frontier, WhoseFileWasRemovedIsMadeAgain) {
  FrontierFile file(path());
  ASSERT_EQ(file.write("first"), "");
  fs::remove(path());
  EXPECT_EQ(file.write("second"), "");
  file.leave();
  EXPECT_EQ(kept(), "second");
}

// It was removed.
TEST_F(Frontier, LeavesAPipeAlone) {
  const std::string pipe = path() + ".new";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  FrontierFile file(path());
  EXPECT_EQ(file.obstacle(), "cannot be written by way of " + pipe + ": it is no regular file");
  EXPECT_EQ(file.write("text"), pipe + " is no regular file");
  close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(files(), 1u);
}

} // namespace
} // namespace xblock

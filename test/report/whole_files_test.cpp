//===- whole_files_test.cpp - files that are written whole, or not at all -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Under a limit on files, which stands for a full disk: both fail in the middle of a write.
//===------------------------------------------------------------------------------------------------===//
#include "support/whole_files_linux.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace xblock {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t kRoom = 4;

class WholeFiles : public testing::Test {
protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "whole_files.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string &name) const { return folder_ + "/" + name; }
  void put(const std::string &name, const std::string &text) const { std::ofstream(path(name)) << text; }
  std::string get(const std::string &name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto &entry : fs::directory_iterator(folder_))
      all.push_back(entry.path().filename());
    std::ranges::sort(all);
    return all;
  }
  /// With files of kRoom bytes at most.
  int writeLimited(const std::string &name) const {
    rlimit before{}, few{};
    getrlimit(RLIMIT_FSIZE, &before);
    few = {kRoom, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
    int error = writeWholeFile(path(name), "too long");
    setrlimit(RLIMIT_FSIZE, &before);
    return error;
  }
  /// In a process in which that system call gives that error; with `ofBeside` only where its fourth argument is the mode that the file
  /// beside another is made with (nobody else may read it at first). Nothing if the kernel makes no such process.
  std::optional<int> writeFailing(uint32_t call, bool ofBeside, int error) const {
    constexpr int kNoFilter = 255;
    constexpr uint32_t kMode = 0600;
    const uint32_t mask = ofBeside ? ~0u : 0;
    pid_t child = fork();
    if (child == 0) {
      sock_filter program[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4),
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[3])),
          BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMode & mask, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<uint32_t>(error)),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      };
      sock_fprog filter{static_cast<unsigned short>(std::size(program)), program};
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        _exit(kNoFilter);
      _exit(writeWholeFile(path("a"), "new"));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) != kNoFilter ? std::optional(WEXITSTATUS(status)) : std::nullopt;
  }
  using Names = std::vector<std::string>;

private:
  std::string folder_;
};

TEST_F(WholeFiles, AreMadeAndReplaced) {
  EXPECT_EQ(writeWholeFile(path("a"), "one"), 0);
  EXPECT_EQ(writeWholeFile(path("a"), "two"), 0);
  EXPECT_EQ(get("a"), "two");
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(WholeFiles, AreAsTheyWereWhereTheyDoNotFit) {
  EXPECT_EQ(writeLimited("a"), EFBIG);
  EXPECT_EQ(names(), Names{});
  put("a", "old");
  EXPECT_EQ(writeLimited("a"), EFBIG);
  EXPECT_EQ(get("a"), "old");
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(WholeFiles, LeaveTheSignalsAsTheyWere) {
  writeLimited("a");
  sigset_t now;
  sigpending(&now);
  EXPECT_FALSE(sigismember(&now, SIGXFSZ));
  sigprocmask(SIG_BLOCK, nullptr, &now);
  EXPECT_FALSE(sigismember(&now, SIGXFSZ));
  EXPECT_FALSE(sigismember(&now, SIGPIPE));
}

TEST_F(WholeFiles, KeepTheirPermissions) {
  put("a", "old");
  chmod(path("a").c_str(), 0640);
  EXPECT_EQ(writeWholeFile(path("a"), "new"), 0);
  struct stat what{};
  stat(path("a").c_str(), &what);
  EXPECT_EQ(what.st_mode & 07777, 0640u);
}

TEST_F(WholeFiles, AreThoseThatLinksLeadTo) {
  put("a", "old");
  fs::create_symlink("a", path("link"));
  fs::create_symlink("link", path("links"));
  fs::create_symlink("b", path("ahead"));
  EXPECT_EQ(writeWholeFile(path("links"), "new"), 0);
  EXPECT_EQ(writeWholeFile(path("ahead"), "made"), 0);
  EXPECT_EQ(get("a"), "new");
  EXPECT_EQ(get("b"), "made");
  EXPECT_TRUE(fs::is_symlink(path("links")) && fs::is_symlink(path("link")) && fs::is_symlink(path("ahead")));
  EXPECT_EQ(names(), (Names{"a", "ahead", "b", "link", "links"}));
}

TEST_F(WholeFiles, OfTwoNamesStayOne) {
  put("a", "old");
  fs::create_hard_link(path("a"), path("b"));
  EXPECT_EQ(writeWholeFile(path("a"), "new"), 0);
  EXPECT_EQ(get("b"), "new");
  EXPECT_EQ(writeLimited("a"), EFBIG);
  EXPECT_EQ(get("b"), "");
  EXPECT_EQ(names(), (Names{"a", "b"}));
}

TEST_F(WholeFiles, OfADescriptorAreThatOne) {
  int fd = open(path("a").c_str(), O_RDWR | O_CREAT, 0600);
  EXPECT_EQ(writeWholeFile("/dev/fd/" + std::to_string(fd), "new"), 0);
  char there[4] = {};
  EXPECT_EQ(pread(fd, there, sizeof there, 0), 3);
  EXPECT_STREQ(there, "new");
  close(fd);
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(WholeFiles, WhoseNameLeavesNoRoomForAnotherAreWrittenInPlace) {
  const std::string name(255, 'a');
  EXPECT_EQ(writeWholeFile(path(name), "one"), 0);
  EXPECT_EQ(writeWholeFile(path(name), "two"), 0);
  EXPECT_EQ(get(name), "two");
  const std::string other(255, 'b');
  EXPECT_EQ(writeLimited(other), EFBIG);
  EXPECT_EQ(names(), Names{name});
}

TEST_F(WholeFiles, TakeNoNameThatIsThere) {
  const std::string beside = "a." + std::to_string(getpid());
  put(beside, "another's");
  EXPECT_EQ(writeWholeFile(path("a"), "new"), 0);
  EXPECT_EQ(get(beside), "another's");
  EXPECT_EQ(names(), (Names{"a", beside}));
}

// It was written in place then, and lost where that did not fit either.
TEST_F(WholeFiles, AreAsTheyWereWhereNoneCanBeMadeBeside) {
  for (auto [call, ofBeside] : {std::pair(SYS_openat, true), std::pair(SYS_rename, false)})
    for (int why : {ENOSPC, EDQUOT, EMFILE, ENFILE, EIO, ENOMEM}) {
      put("a", "old");
      const std::optional<int> error = writeFailing(static_cast<uint32_t>(call), ofBeside, why);
      if (!error)
        GTEST_SKIP() << "no system call can be made to fail here";
      EXPECT_EQ(*error, why);
      EXPECT_EQ(get("a"), "old");
      EXPECT_EQ(names(), Names{"a"});
    }
}

TEST_F(WholeFiles, BesideWhichThereIsNeverOneAreWrittenInPlace) {
  for (auto [call, ofBeside] : {std::pair(SYS_openat, true), std::pair(SYS_rename, false)})
    for (int why : {EACCES, EPERM, EROFS, EBUSY, EXDEV}) {
      put("a", "old");
      const std::optional<int> error = writeFailing(static_cast<uint32_t>(call), ofBeside, why);
      if (!error)
        GTEST_SKIP() << "no system call can be made to fail here";
      EXPECT_EQ(*error, 0);
      EXPECT_EQ(get("a"), "new");
      EXPECT_EQ(names(), Names{"a"});
    }
}

TEST_F(WholeFiles, ThatAreNoneAreErrors) {
  fs::create_directory(path("d"));
  EXPECT_EQ(writeWholeFile(path("d"), "x"), EISDIR);
  EXPECT_EQ(writeWholeFile(path("no/a"), "x"), ENOENT);
  EXPECT_EQ(writeWholeFile("/dev/full", "x"), ENOSPC);
  EXPECT_EQ(writeWholeFile("/dev/null", "x"), 0);
  EXPECT_EQ(names(), Names{"d"});
}

} // namespace
} // namespace xblock

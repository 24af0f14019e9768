#include "support/made_files_linux.h"

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace xblock {

namespace {

int openFile(const std::string &path, int flags) {
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path.c_str(), flags | O_CLOEXEC, 0600));
}

} // namespace

std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == path.npos ? "." : path.substr(0, slash + 1);
}

std::string behindLinks(std::string path) {
  constexpr int kMostLinks = 40; // as Linux
  char target[PATH_MAX];
  struct statfs system{};
  for (int i = 0; i < kMostLinks; ++i) {
    if (syscall(SYS_statfs, folderOf(path).c_str(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC)
      break;
    long n = syscall(SYS_readlink, path.c_str(), target, sizeof target);
    if (n <= 0)
      break;
    std::string to(target, static_cast<size_t>(n));
    path = to[0] == '/' ? to : folderOf(path) + "/" + to;
  }
  return path;
}

int whyNotMade(const std::string &path) {
  int fd = openFile(folderOf(path), O_TMPFILE | O_WRONLY); // without a name, which others could see and take for theirs
  const bool noneWithoutName = fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR);
  if (noneWithoutName)
    fd = openFile(path, O_CREAT | O_EXCL | O_WRONLY);
  if (fd < 0)
    return errno == EEXIST ? 0 : errno;
  syscall(SYS_close, fd);
  if (noneWithoutName)
    syscall(SYS_unlink, path.c_str());
  return 0;
}

int whyNotChanged(const std::string &path) {
  int fd = openFile(path, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return errno;
  struct statfs system{};
  struct stat what{};
  int error = 0;
  if (syscall(SYS_fstat, fd, &what) == 0 && S_ISCHR(what.st_mode))
    error = syscall(SYS_write, fd, "", 0) < 0 ? errno : 0; // /dev/full does not even take nothing
  else if (syscall(SYS_fstatfs, fd, &system) == 0 && (system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC))
    error = EOPNOTSUPP; // what is written there is an order to the kernel
  syscall(SYS_close, fd);
  return error;
}

} // namespace xblock

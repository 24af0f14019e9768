#include "support/whole_files_linux.h"

#include "support/made_files_linux.h"
#include "support/whole_io_linux.h"
#include "support/write_signals_linux.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace xblock {

namespace {

constexpr mode_t kAnyone = 0666; // but for the umask

int openFile(const std::string &path, int flags, mode_t mode = kAnyone) {
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, mode));
}

/// Writes the text, and closes the file: some file systems tell of a full disk only then. An errno.
int fill(int fd, const std::string &text) {
  int error = writeWhole(fd, text.data(), text.size()) ? 0 : errno;
  if (error)
    syscall(SYS_ftruncate, fd, 0); // fails for a device or a pipe
  if (syscall(SYS_close, fd) != 0 && !error)
    error = errno;
  return error;
}

int writeInPlace(const std::string &path, const std::string &text) {
  int fd = openFile(path, O_CREAT | O_EXCL);
  const bool isMade = fd >= 0;
  if (!isMade && errno == EEXIST)
    fd = openFile(path, O_TRUNC);
  if (fd < 0)
    return errno;
  const int error = fill(fd, text);
  if (error && isMade)
    syscall(SYS_unlink, path.c_str());
  return error;
}

/// What is there by that name is a regular file that may be written, or nothing, and no descriptor's (/dev/fd).
bool isReplaced(const std::string &path, const struct stat *there) {
  struct statfs system{};
  const bool fits = !there || (S_ISREG(there->st_mode) && there->st_nlink == 1 && syscall(SYS_access, path.c_str(), W_OK) == 0);
  return fits && syscall(SYS_statfs, folderOf(path).c_str(), &system) == 0 &&
         system.f_type != PROC_SUPER_MAGIC;
}

/// The error says that there is never a file beside that one, or never one put in its place: with any other (no room, too many open
/// files) a file that is written in place could be lost.
bool isNeverPossible(int error) {
  switch (error) {
  case EACCES:
  case EPERM:
  case EROFS:
  case ENAMETOOLONG:
  case EEXIST: // all names that are tried
  case EBUSY:  // another file system is mounted on the file
  case EXDEV:
  case EINVAL: // an owner that this name space does not have
  case EOPNOTSUPP:
    return true;
  default:
    return false;
  }
}

/// A file beside that one, of which nobody knows; -1, with errno, if there is none.
int makeBeside(const std::string &path, std::string &beside, mode_t mode) {
  constexpr int kMostTries = 100; // names of processes that were killed
  int fd = -1;
  for (int i = 0; i < kMostTries && fd < 0; ++i) {
    beside = path + "." + std::to_string(syscall(SYS_getpid)) + (i ? "." + std::to_string(i) : "");
    fd = openFile(beside, O_CREAT | O_EXCL, mode);
    if (fd < 0 && errno != EEXIST)
      break;
  }
  return fd;
}

/// As those of the file that it is to be. An errno.
int takeOwnerAndMode(int fd, const struct stat &of) {
  struct stat made{};
  if (syscall(SYS_fstat, fd, &made) != 0)
    return errno;
  if ((made.st_uid != of.st_uid || made.st_gid != of.st_gid) && syscall(SYS_fchown, fd, of.st_uid, of.st_gid) != 0)
    return errno;
  return syscall(SYS_fchmod, fd, of.st_mode & 07777) == 0 ? 0 : errno;
}

/// By a file beside it, which takes its place. An errno: nothing is changed then.
int replace(const std::string &path, const struct stat *there, const std::string &text) {
  constexpr mode_t kNobodyElse = 0600; // until it has the mode of the one that it is to be
  std::string beside;
  const int fd = makeBeside(path, beside, there ? kNobodyElse : kAnyone);
  if (fd < 0)
    return errno;
  int error = there ? takeOwnerAndMode(fd, *there) : 0;
  if (error)
    syscall(SYS_close, fd);
  else
    error = fill(fd, text);
  if (!error && syscall(SYS_rename, beside.c_str(), path.c_str()) != 0)
    error = errno;
  if (error)
    syscall(SYS_unlink, beside.c_str());
  return error;
}

} // namespace

int writeWholeFile(const std::string &path, const std::string &text) {
  WithoutWriteSignals quiet;
  const std::string place = behindLinks(path);
  struct stat there{};
  const bool exists = syscall(SYS_stat, place.c_str(), &there) == 0;
  const int error = isReplaced(place, exists ? &there : nullptr) ? replace(place, exists ? &there : nullptr, text) : EXDEV;
  return isNeverPossible(error) ? writeInPlace(place, text) : error;
}

} // namespace xblock

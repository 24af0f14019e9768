#include "support/whole_io_linux.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

namespace {

template <typename Byte> bool transfer(long call, int fd, Byte *bytes, std::size_t n) {
  while (n) {
    long done = syscall(call, fd, bytes, n);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    bytes += done;
    n -= static_cast<std::size_t>(done);
  }
  return true;
}

} // namespace

bool writeWhole(int fd, const char *bytes, std::size_t n) { return transfer(SYS_write, fd, bytes, n); }
bool readWhole(int fd, char *bytes, std::size_t n) { return transfer(SYS_read, fd, bytes, n); }

std::optional<std::string> readRegularFile(const std::string &path, std::string *error, std::size_t most) {
  int fd = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0));
  struct stat what{};
  int why = fd < 0 || syscall(SYS_fstat, fd, &what) != 0 ? errno : S_ISDIR(what.st_mode) ? EISDIR : 0;
  std::string text;
  if (why) {
    *error = std::string(strerror(why)) + "; check the path and its permissions";
  } else if (!S_ISREG(what.st_mode)) {
    why = EINVAL;
    *error = "it is no regular file; give the name of one";
  } else {
    // Those of /proc have a size of 0, and files may grow.
    char part[1 << 14];
    while (!why && text.size() <= most) {
      long done = syscall(SYS_read, fd, part, sizeof part);
      if (done == 0)
        break;
      if (done > 0)
        text.append(part, static_cast<std::size_t>(done));
      else if (errno != EINTR)
        *error = std::string(strerror(why = errno)) + "; check the path and its permissions";
      if (text.size() > most || static_cast<std::size_t>(what.st_size) > most) {
        why = EFBIG;
        *error = "it has more than " + std::to_string(most) + " bytes; give the name of another file";
      }
    }
  }
  if (fd >= 0)
    syscall(SYS_close, fd);
  errno = why;
  return why ? std::nullopt : std::optional(std::move(text));
}

} // namespace xblock

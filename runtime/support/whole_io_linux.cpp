#include "support/whole_io_linux.h"

#include <cerrno>
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

} // namespace xblock

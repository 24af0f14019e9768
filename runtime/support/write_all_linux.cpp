#include "support/write_all_linux.h"

#include <cerrno>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

void writeAll(int fd, const std::string &text) {
  size_t at = 0;
  while (at < text.size()) {
    long n = syscall(SYS_write, fd, text.data() + at, text.size() - at);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return;
    at += static_cast<size_t>(n);
  }
}

} // namespace xblock

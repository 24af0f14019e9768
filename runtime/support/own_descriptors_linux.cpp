#include "support/own_descriptors_linux.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <iterator>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

namespace {

constexpr int kFar = 500;
constexpr rlim_t kRoom = 64; // for all of them
constexpr size_t kMost = 32; // two streams, a frontier, four ends of pipes, a result: few

int own[kMost];
size_t owned = 0;

int duplicateFrom(int fd, int least) { return static_cast<int>(syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, least)); }

/// Where the limit for new ones is lower than that, it is raised for this one, as far as it may be.
int duplicateBeyondLimit(int fd) {
  rlimit now{};
  if (syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, nullptr, &now) != 0)
    return -1;
  rlimit raised = now;
  raised.rlim_cur = std::min<rlim_t>(now.rlim_max, kFar + kRoom);
  syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &raised, nullptr);
  int far = duplicateFrom(fd, std::min<int>(kFar, static_cast<int>(raised.rlim_cur > kRoom ? raised.rlim_cur - kRoom : raised.rlim_cur / 2)));
  int error = errno;
  syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &now, nullptr);
  errno = error;
  return far;
}

} // namespace

int duplicateFar(int fd) {
  if (owned == kMost) {
    errno = EMFILE;
    return -1;
  }
  int far = duplicateFrom(fd, kFar);
  if (far < 0 && errno == EINVAL)
    far = duplicateBeyondLimit(fd);
  if (far >= 0)
    own[owned++] = far;
  return far;
}

int moveFar(int fd) {
  int far = duplicateFar(fd), error = errno;
  if (fd >= 0)
    syscall(SYS_close, fd);
  errno = error;
  return far;
}

void closeOwn(int fd) {
  if (fd < 0)
    return;
  owned = static_cast<size_t>(std::remove(own, own + owned, fd) - own);
  syscall(SYS_close, fd);
}

bool isOwnDescriptor(int fd) { return std::find(own, own + owned, fd) != own + owned; }

} // namespace xblock

#include "support/write_signals_linux.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

namespace {

constexpr uint64_t kSignals = uint64_t{1} << (SIGPIPE - 1) | uint64_t{1} << (SIGXFSZ - 1);

} // namespace

WithoutWriteSignals::WithoutWriteSignals() {
  syscall(SYS_rt_sigpending, &waited_, sizeof waited_);
  syscall(SYS_rt_sigprocmask, SIG_BLOCK, &kSignals, &before_, sizeof kSignals);
}

WithoutWriteSignals::~WithoutWriteSignals() {
  const int error = errno;
  const timespec now{};
  const uint64_t ours = kSignals & ~waited_;
  while (ours && syscall(SYS_rt_sigtimedwait, &ours, nullptr, &now, sizeof ours) > 0) {
  }
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before_, nullptr, sizeof before_);
  errno = error;
}

} // namespace xblock

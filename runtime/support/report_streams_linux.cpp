#include "support/report_streams_linux.h"

#include "support/own_descriptors_linux.h"
#include "support/whole_io_linux.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

namespace {

constexpr int kNone = -1;
int streams[] = {0, 1, 2};

/// While it lives, a write that nobody reads gives an error only; a signal that the program sent itself stays. The signal would end the
/// process that explores, and with it every report.
class WithoutPipeSignal {
public:
  WithoutPipeSignal() {
    uint64_t waiting = 0;
    syscall(SYS_rt_sigpending, &waiting, sizeof waiting);
    wasWaiting_ = waiting & kPipe;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &kPipe, &before_, sizeof kPipe);
  }
  ~WithoutPipeSignal() {
    timespec now{};
    if (!wasWaiting_)
      syscall(SYS_rt_sigtimedwait, &kPipe, nullptr, &now, sizeof kPipe);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before_, nullptr, sizeof kPipe);
  }
  WithoutPipeSignal(const WithoutPipeSignal &) = delete;
  WithoutPipeSignal &operator=(const WithoutPipeSignal &) = delete;

private:
  static constexpr uint64_t kPipe = uint64_t{1} << (SIGPIPE - 1); // a set of signals, as the kernel has it
  uint64_t before_ = 0;
  bool wasWaiting_ = false;
};

} // namespace

void keepReportStreams() {
  for (int stream : {1, 2})
    if (int far = duplicateFar(stream); far >= 0)
      streams[stream] = far;
    else if (errno == EBADF)
      streams[stream] = kNone;
}

int reportStream(int stream) { return streams[stream]; }

int tryReport(int stream) {
  if (streams[stream] == kNone)
    return EBADF;
  struct stat what{};
  if (syscall(SYS_fstat, streams[stream], &what) != 0)
    return errno;
  if (S_ISSOCK(what.st_mode)) // it can be written always, and nothing may be a message there
    return 0;
  return syscall(SYS_write, streams[stream], "", 0) < 0 ? errno : 0;
}

int writeReport(int stream, const std::string &text) {
  if (streams[stream] == kNone)
    return EBADF;
  WithoutPipeSignal quiet;
  return writeWhole(streams[stream], text.data(), text.size()) ? 0 : errno;
}

} // namespace xblock

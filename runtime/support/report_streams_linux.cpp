#include "support/report_streams_linux.h"

#include "support/own_descriptors_linux.h"
#include "support/whole_io_linux.h"
#include "support/write_signals_linux.h"

#include <cerrno>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

namespace {

constexpr int kNone = -1;
int streams[] = {0, 1, 2};

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
  WithoutWriteSignals quiet;
  return writeWhole(streams[stream], text.data(), text.size()) ? 0 : errno;
}

} // namespace xblock

// FILE is opened, closed and opened again. The objects are in stream_objects.cpp.
#include "intercept/streams.h"

#include <cstdio>
#include <fcntl.h>

using namespace xblock;

namespace {

int flagsOf(const char *mode) {
  int flags = *mode == 'r' ? O_RDONLY : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND : -EINVAL;
  for (const char *m = mode; flags >= 0 && *m && *m != ','; ++m)
    flags = *m == '+' ? (flags & ~O_ACCMODE) | O_RDWR : *m == 'x' ? flags | O_EXCL : *m == 'e' ? flags | O_CLOEXEC : flags;
  return flags;
}

} // namespace

namespace {

FILE *openStep(const char *path, const char *mode, const xblock_site *site) {
  readString(path, site), readString(mode, site);
  RuntimeScope scope;
  int flags = flagsOf(mode);
  int64_t fd = flags < 0 ? flags : openFile(AT_FDCWD, path, flags, 0666, site);
  int stream = fd < 0 ? -1 : openStream(static_cast<int>(fd), flags, nullptr);
  if (fd >= 0 && stream < 0)
    unsupported("more than 256 streams at once", site);
  return endFileStep(fd, "open", path, site) < 0 ? nullptr : fileOf(static_cast<unsigned>(stream));
}

/// Of all that the thread has taken of it.
void loseStreamLock(unsigned stream) {
  StreamLock lock = lockOf(stream);
  while (lock.state->heldBy(running.thread))
    giveStreamLock(lock);
}

int closeStep(FILE *given, const xblock_site *site) {
  int64_t result;
  bool goesOn = true;
  {
    RuntimeScope scope;
    StreamCall call = enterStream(given, "fclose", site, StreamLocking::Takes);
    FILE *file = beginStreamStep(call);
    result = XBLOCK_REAL(int(FILE *), "fflush")(file) ? -errno : 0;
    if (toWaitFor)
      goesOn = endStreamStep(call, "fclose", site); // only if it is cancelled
    if (goesOn) {
      Stream &s = streamAt(call.stream);
      if (files::OpenFile *open = files::fileAt(s.fd); open && open->node->kind != files::NodeKind::File)
        noteSend(open->out);
      int64_t closed = files::closeDescriptor(s.fd);
      loseStreamLock(call.stream);
      closeStream(call.stream);
      return endFileCall(result ? result : closed, "close", "", site);
    }
  }
  actOnRequest();
}

} // namespace


XBLOCK_BOTH(FILE *, fopen, (const char *path, const char *mode), (path, mode), { return openStep(path, mode, site); })
XBLOCK_OF_FILES(FILE *, fdopen, (int fd, const char *mode), (fd, mode), {
  readString(mode, site);
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  if (!file && fd >= 0 && fd < 3)
    unsupported("a stream of the descriptor of stdin, stdout or stderr", site);
  int flags = flagsOf(mode), way = file ? file->flags & O_ACCMODE : 0;
  int64_t result = !file ? -EBADF : flags < 0 || (way != O_RDWR && way != (flags & O_ACCMODE)) ? -EINVAL : 0;
  int stream = result < 0 ? -1 : openStream(fd, flags, nullptr);
  if (result == 0 && stream < 0)
    result = -EMFILE;
  return endFileStep(result, "open a stream", "", site) < 0 ? nullptr : fileOf(static_cast<unsigned>(stream));
})
namespace {

/// Closes it, whatever that gives, and opens the file: one step, but for what was kept back of a pipe. The pointer stays what it was.
FILE *reopenStep(const char *path, const char *mode, FILE *given, const xblock_site *site) {
  if (!path || given == stdout || given == stderr)
    unsupported("freopen of stdout or stderr, or without a path", site);
  readString(path, site), readString(mode, site);
  RuntimeScope scope;
  StreamCall call = enterStream(given, "freopen", site, StreamLocking::Takes);
  FILE *file = beginStreamStep(call);
  XBLOCK_REAL(int(FILE *), "fflush")(file);
  if (toWaitFor)
    waitForFile(*toWaitFor);
  Stream &s = streamAt(call.stream);
  FILE *original = s.original;
  files::closeDescriptor(s.fd);
  loseStreamLock(call.stream);
  closeStream(call.stream);
  int flags = flagsOf(mode);
  int64_t fd = flags < 0 ? flags : openFile(AT_FDCWD, path, flags, 0666, site);
  if (fd >= 0)
    openStreamAgain(call.stream, static_cast<int>(fd), flags, original);
  return endFileStep(fd, "open again", path, site) < 0 ? nullptr : given;
}

} // namespace

XBLOCK_BOTH(FILE *, freopen, (const char *path, const char *mode, FILE *stream), (path, mode, stream), {
  return reopenStep(path, mode, stream, site);
})
XBLOCK_EVERYWHERE(int, fclose, (FILE * stream), (stream)) {
  const xblock_site *site = takeSite();
  if (!filesAreModelled()) {
    if (running.onFiber && !runtimeDepth)
      noteClosedBefore(stream);
    return XBLOCK_REAL(int(FILE *), "fclose")(stream);
  }
  if (stream == stdout || stream == stderr)
    return 0;
  return closeStep(stream, site);
}
XBLOCK_BOTH(FILE *, tmpfile, (), (), {
  RuntimeScope scope;
  char path[64];
  snprintf(path, sizeof path, "/tmp/.xblock-%lx", files::nextNumber());
  int64_t fd = files::openAt(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL, 0600);
  int stream = -1;
  if (fd >= 0) {
    files::remove(AT_FDCWD, path, false);
    stream = openStream(static_cast<int>(fd), O_RDWR, nullptr);
  }
  return endFileStep(stream < 0 ? -EMFILE : 0, "open a temporary file", "", site) < 0 ? nullptr : fileOf(static_cast<unsigned>(stream));
})

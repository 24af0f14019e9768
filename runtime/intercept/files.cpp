// Descriptors and what goes through them. stdin, stdout and stderr are elsewhere (stdio.cpp).
#include "intercept/files.h"
#include "intercept/cancellation.h"
#include "intercept/signals.h"
#include "intercept/streams.h"
#include "intercept/virtual_clock.h"
#include "world/misuse.h"
#include "world/process_world.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace xblock;

namespace {

void noteUse(Resource r, bool writes) {
  if (!running.out)
    return;
  running.out->data.add(resourceKey(r), !writes, writes);
  if (writes && r.kind == ResourceKind::File)
    running.out->owed.push_back(r);
}
uint32_t thread() { return index(running.thread); }
uint64_t now() { return kStartOfTime * 1'000'000'000 + threadOf(running.thread).clock; }

constexpr uint64_t kLargestEventCount = UINT64_MAX;

/// Open files, by number, and threads that waited in a read or write of them, in any schedule. Private memory.
std::set<std::pair<uint64_t, ThreadId>> waitedIn;

/// One that waits goes on waiting whatever becomes of the flags; the model tries again, and would not.
void refuseIfWaitedIn(const files::OpenFile *file, const xblock_site *site) {
  auto mayWait = [&](const std::pair<uint64_t, ThreadId> &w) {
    return w.first == file->number && w.second != running.thread && index(w.second) < scalars.threads && !threadOf(w.second).life.ended();
  };
  if (std::ranges::any_of(waitedIn, mayWait))
    unsupported("O_NONBLOCK is set on what a thread waits for", site);
}

void refuseForeign(const files::OpenFile *file, const xblock_site *site) {
  if (file && file->node->kind == files::NodeKind::Foreign)
    unsupported("use of a descriptor that leads out of the process: a terminal, socket or device", site);
}

} // namespace

const char *xblock::nameOf(const files::OpenFile *file) {
  if (!running.tracing)
    return "";
  if (!file)
    return "a descriptor that is not open";
  if (file->path) {
    std::string path(file->path, file->pathSize), folder = files::currentDirectory() + "/";
    return strdup(path.c_str() + (path.starts_with(folder) ? folder.size() : 0)); // kept for the report of the one schedule that is traced
  }
  switch (file->node->kind) {
  case files::NodeKind::Events:
    return "an event counter";
  case files::NodeKind::Pipe:
    return file->node == file->out ? "a pipe" : "a socket";
  case files::NodeKind::Messages:
    return "a socket";
  default:
    return "a file";
  }
}

void xblock::beginFiles() {
  if (files::surroundings.noteUse)
    return;
  files::surroundings = {noteUse, thread, now};
  prepareStreams(); // what they hold back is written before
  files::begin();
  adoptStreams();
}

namespace {

bool stepsHeld = false;

} // namespace

void xblock::holdFileSteps(bool held) { stepsHeld = held; }

int64_t xblock::endFileStep(int64_t result, const char *verb, const char *what, const xblock_site *site) {
  static constexpr xblock_site kUnknown{"", "", 0, 0};
  running.ran = true;
  if (running.tracing) {
    char text[320];
    snprintf(text, sizeof text, "%s%s%.200s", verb, *what ? " " : "", what);
    if (result < 0)
      snprintf(text + strlen(text), sizeof text - strlen(text), ": %s", strerrorname_np(static_cast<int>(-result)));
    traceEvent(strdup(text), nullptr, site); // kept, as above
  }
  running.endSite = site ? site : &kUnknown;
  if (!stepsHeld)
    boundary(Ending::Split);
  if (result >= 0)
    return result;
  errno = static_cast<int>(-result);
  return -1;
}

void xblock::waitForFile(Resource r) {
  stepsHeld = false; // the block is undone
  noteWanted(r);
  blockOn(r);
}

int xblock::openFile(int directory, const char *path, int flags, uint32_t mode, const xblock_site *site) {
  int fd = files::openAt(directory, path, flags, mode);
  if (fd >= 0)
    refuseForeign(files::fileAt(fd), site);
  return fd;
}

void xblock::noteBrokenPipe() {
  if (isIgnored(SIGPIPE) || threadOf(running.thread).signalMask & bitOf(SIGPIPE))
    return;
  if (hasHandler(SIGPIPE))
    unsupported("a write to a pipe or socket that nobody reads, where SIGPIPE has a handler", nullptr);
  failf(FailureKind::Signal, "SIGPIPE: a write to a pipe or socket that nobody reads");
}

int64_t xblock::readDescriptor(int fd, void *to, size_t n, int64_t offset, const xblock_site *site) {
  files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  if (!file)
    return -EBADF;
  if (n == 0 && file->node->kind != files::NodeKind::Directory)
    return (file->flags & O_ACCMODE) == O_WRONLY ? -EBADF : 0;
  Resource missing;
  int64_t plan = files::planRead(*file, n, offset, &missing);
  if (plan == files::kWouldBlock) {
    boundaryBeforeBlocking();
    if (requestActs()) {
      endBeforeActing();
      return -ECANCELED;
    }
    file = files::fileAt(fd); // other threads may have run
    plan = file ? files::planRead(*file, n, offset, &missing) : -EBADF;
    if (plan == files::kWouldBlock) {
      waitedIn.insert({file->number, running.thread});
      waitForFile(missing);
    }
  }
  if (plan < 0)
    return plan;
  if (file->node->kind != files::NodeKind::File)
    noteReceive(file->node);
  if (plan)
    noteWrite(to, static_cast<size_t>(plan), site);
  files::read(*file, to, static_cast<size_t>(plan), offset);
  return plan;
}

int64_t xblock::writeDescriptor(int fd, const void *from, size_t n, int64_t offset, const xblock_site *site, Sending how) {
  size_t done = 0;
  if (n)
    noteRead(from, n, site);
  while (true) {
    files::OpenFile *file = files::fileAt(fd);
    refuseForeign(file, site);
    if (!file)
      return done ? static_cast<int64_t>(done) : -EBADF;
    if (n == 0 && file->out->kind == files::NodeKind::Pipe)
      return (file->flags & O_ACCMODE) == O_RDONLY && file->node == file->out ? -EBADF : 0;
    if (file->out->kind == files::NodeKind::Events && n != sizeof(uint64_t))
      return -EINVAL;
    Resource missing;
    int64_t plan = files::planWrite(*file, n - done, offset, &missing);
    if (plan == files::kWouldBlock && how.never)
      return done ? static_cast<int64_t>(done) : -EAGAIN;
    if (plan == files::kWouldBlock) {
      boundaryBeforeBlocking();
      if (requestActs()) {
        endBeforeActing();
        return -ECANCELED;
      }
      file = files::fileAt(fd);
      plan = file ? files::planWrite(*file, n - done, offset, &missing) : -EBADF;
      if (plan == files::kWouldBlock) {
        waitedIn.insert({file->number, running.thread});
        waitForFile(missing);
      }
    }
    if (plan == -EPIPE && !how.quiet)
      noteBrokenPipe();
    if (plan < 0)
      return done ? static_cast<int64_t>(done) : plan;
    if (file->out->kind == files::NodeKind::Events) {
      uint64_t count;
      memcpy(&count, from, sizeof count);
      if (count == kLargestEventCount)
        return -EINVAL;
      if (count > kLargestEventCount - 1 - file->out->size) {
        if (file->flags & O_NONBLOCK)
          return -EAGAIN;
        waitForFile(files::stateOf(*file->out));
      }
    }
    if (file->out->kind != files::NodeKind::File)
      noteSend(file->out);
    files::write(*file, static_cast<const char *>(from) + done, static_cast<size_t>(plan), offset);
    done += static_cast<size_t>(plan);
    if (done == n || file->out->kind == files::NodeKind::File || file->flags & O_NONBLOCK || how.never)
      return static_cast<int64_t>(done);
    running.ran = true;
    boundary(Ending::Split);
  }
}

namespace {

/// Outside every RuntimeScope: whether the thread is cancelled instead, which does not return.
void actIfCancelled(int64_t result) {
  if (result == -ECANCELED)
    actOnRequest();
}

int64_t readStep(int fd, void *to, size_t n, int64_t offset, const xblock_site *site) {
  int64_t result;
  {
    RuntimeScope scope;
    result = readDescriptor(fd, to, n, offset, site);
    if (result != -ECANCELED)
      return endFileStep(result, "read from", nameOf(files::fileAt(fd)), site);
  }
  actIfCancelled(result);
  return -1;
}

int64_t writeStep(int fd, const void *from, size_t n, int64_t offset, const xblock_site *site) {
  int64_t result;
  {
    RuntimeScope scope;
    result = writeDescriptor(fd, from, n, offset, site);
    if (result != -ECANCELED)
      return endFileStep(result, "write to", nameOf(files::fileAt(fd)), site);
  }
  actIfCancelled(result);
  return -1;
}

/// As one buffer: no other thread comes in between.
int64_t gather(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site) {
  if (count < 0 || count > 1024)
    return endFileStep(-EINVAL, "write", "", site);
  noteRead(parts, static_cast<size_t>(count) * sizeof *parts, site);
  size_t n = 0, at = 0;
  for (int i = 0; i < count; ++i)
    n += parts[i].iov_len;
  RuntimeScope scope;
  auto *all = static_cast<char *>(alloca(n < 65536 ? n + 1 : 1));
  if (n >= 65536) { // one after the other, as far as they go
    int64_t done = 0;
    for (int i = 0; i < count; ++i) {
      int64_t part = writeDescriptor(fd, parts[i].iov_base, parts[i].iov_len, offset == -1 ? -1 : offset + done, site);
      if (part < 0)
        return endFileStep(done ? done : part, "write to", nameOf(files::fileAt(fd)), site);
      done += part;
      if (part < static_cast<int64_t>(parts[i].iov_len))
        break;
    }
    return endFileStep(done, "write to", nameOf(files::fileAt(fd)), site);
  }
  for (int i = 0; i < count; at += parts[i++].iov_len)
    if (parts[i].iov_len) {
      noteRead(parts[i].iov_base, parts[i].iov_len, site);
      memcpy(all + at, parts[i].iov_base, parts[i].iov_len);
    }
  int64_t result = writeDescriptor(fd, all, n, offset, nullptr);
  return endFileStep(result, "write to", nameOf(files::fileAt(fd)), site);
}

int64_t scatter(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site) {
  if (count < 0 || count > 1024)
    return endFileStep(-EINVAL, "read", "", site);
  noteRead(parts, static_cast<size_t>(count) * sizeof *parts, site);
  RuntimeScope scope;
  int64_t done = 0;
  for (int i = 0; i < count; ++i) {
    if (!parts[i].iov_len)
      continue;
    files::OpenFile *file = files::fileAt(fd);
    Resource missing; // what waits already is enough
    if (done && (!file || files::planRead(*file, parts[i].iov_len, offset == -1 ? -1 : offset + done, &missing) <= 0))
      break;
    int64_t part = readDescriptor(fd, parts[i].iov_base, parts[i].iov_len, offset == -1 ? -1 : offset + done, site);
    if (part < 0)
      return endFileStep(done ? done : part, "read from", nameOf(files::fileAt(fd)), site);
    done += part;
    if (part < static_cast<int64_t>(parts[i].iov_len))
      break;
  }
  return endFileStep(done, "read from", nameOf(files::fileAt(fd)), site);
}

} // namespace

int64_t xblock::writeToFile(int fd, const void *bytes, size_t n, const xblock_site *site) { return writeStep(fd, bytes, n, -1, site); }
int64_t xblock::writeToFile(int fd, const iovec *parts, int count, const xblock_site *site) { return gather(fd, parts, count, -1, site); }
int64_t xblock::readFromFile(int fd, void *to, size_t n, const xblock_site *site) { return readStep(fd, to, n, -1, site); }

#define XBLOCK_BOTH(type, name, parameters, arguments, ...)                                        \
  XBLOCK_OF_FILES(type, name, parameters, arguments, __VA_ARGS__)                                  \
  XBLOCK_OF_FILES(type, name##64, parameters, arguments, __VA_ARGS__)

XBLOCK_BOTH(int, open, (const char *path, int flags, mode_t mode), (path, flags, mode), {
  readString(path, site);
  RuntimeScope scope;
  return static_cast<int>(endFileStep(openFile(AT_FDCWD, path, flags, mode, site), "open", path, site));
})
XBLOCK_BOTH(int, openat, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode), {
  readString(path, site);
  RuntimeScope scope;
  return static_cast<int>(endFileStep(openFile(at, path, flags, mode, site), "open", path, site));
})
XBLOCK_BOTH(int, creat, (const char *path, mode_t mode), (path, mode), {
  readString(path, site);
  RuntimeScope scope;
  return static_cast<int>(endFileStep(openFile(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, site), "create", path, site));
})
XBLOCK_OF_FILES(int, close, (int fd), (fd), {
  RuntimeScope scope;
  if (fd >= 0 && fd < 3 && !files::fileAt(fd))
    unsupported("close of stdin, stdout or stderr", site);
  const char *what = nameOf(files::fileAt(fd));
  if (files::OpenFile *file = files::fileAt(fd); file && file->node->kind != files::NodeKind::File)
    noteSend(file->out);
  return static_cast<int>(endFileStep(files::closeDescriptor(fd), "close", what, site));
})
XBLOCK_BOTH(ssize_t, pread, (int fd, void *to, size_t n, off_t offset), (fd, to, n, offset), {
  return offset < 0 ? endFileStep(-EINVAL, "read", "", site) : readStep(fd, to, n, offset, site);
})
XBLOCK_BOTH(ssize_t, pwrite, (int fd, const void *from, size_t n, off_t offset), (fd, from, n, offset), {
  return offset < 0 ? endFileStep(-EINVAL, "write", "", site) : writeStep(fd, from, n, offset, site);
})
XBLOCK_OF_FILES(ssize_t, readv, (int fd, const iovec *parts, int count), (fd, parts, count), { return scatter(fd, parts, count, -1, site); })
XBLOCK_BOTH(ssize_t, preadv, (int fd, const iovec *parts, int count, off_t offset), (fd, parts, count, offset), {
  return scatter(fd, parts, count, offset, site);
})
XBLOCK_BOTH(ssize_t, pwritev, (int fd, const iovec *parts, int count, off_t offset), (fd, parts, count, offset), {
  return gather(fd, parts, count, offset, site);
})
XBLOCK_BOTH(off_t, lseek, (int fd, off_t offset, int whence), (fd, offset, whence), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  int64_t result = file ? files::seek(*file, offset, whence) : fd >= 0 && fd < 3 ? -ESPIPE : -EBADF;
  return endFileStep(result, "seek in", nameOf(file), site);
})
XBLOCK_BOTH(int, ftruncate, (int fd, off_t size), (fd, size), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  int result = !file ? -EBADF : size < 0 || (file->flags & O_ACCMODE) == O_RDONLY ? -EINVAL : files::resize(*file->node, static_cast<uint64_t>(size));
  return static_cast<int>(endFileStep(result, "resize", nameOf(file), site));
})
XBLOCK_BOTH(int, truncate, (const char *path, off_t size), (path, size), {
  readString(path, site);
  RuntimeScope scope;
  int fd = openFile(AT_FDCWD, path, O_WRONLY, 0, site);
  int result = fd < 0 ? fd : size < 0 ? -EINVAL : files::resize(*files::fileAt(fd)->node, static_cast<uint64_t>(size));
  if (fd >= 0)
    files::closeDescriptor(fd);
  return static_cast<int>(endFileStep(result, "resize", path, site));
})
XBLOCK_OF_FILES(int, fsync, (int fd), (fd), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  if (!file && fd != 1 && fd != 2)
    return static_cast<int>(endFileStep(-EBADF, "fsync", "", site));
  return 0; // nothing is lost here
})
XBLOCK_OF_FILES(int, fdatasync, (int fd), (fd), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  if (!file && fd != 1 && fd != 2)
    return static_cast<int>(endFileStep(-EBADF, "fdatasync", "", site));
  return 0;
})
XBLOCK_OF_FILES(void, sync, (), (), {})

namespace {

/// stdout and stderr have no open file of the model's, unless the program put one there.
int duplicateAny(int fd, int least, bool closes, const xblock_site *site) {
  if (fd >= 0 && fd < 3 && !files::fileAt(fd))
    unsupported("a duplicate of stdin, stdout or stderr", site);
  return files::duplicate(fd, least, closes);
}

} // namespace

XBLOCK_OF_FILES(int, dup, (int fd), (fd), {
  RuntimeScope scope;
  return static_cast<int>(endFileStep(duplicateAny(fd, 0, false, site), "duplicate", nameOf(files::fileAt(fd)), site));
})
XBLOCK_OF_FILES(int, dup2, (int fd, int to), (fd, to), {
  RuntimeScope scope;
  if ((fd >= 0 && fd < 3 && !files::fileAt(fd)) || (to >= 0 && to < 3))
    unsupported("a duplicate of stdin, stdout or stderr", site);
  return static_cast<int>(endFileStep(files::duplicateTo(fd, to, false), "duplicate", nameOf(files::fileAt(fd)), site));
})
XBLOCK_OF_FILES(int, dup3, (int fd, int to, int flags), (fd, to, flags), {
  RuntimeScope scope;
  if ((fd >= 0 && fd < 3 && !files::fileAt(fd)) || (to >= 0 && to < 3))
    unsupported("a duplicate of stdin, stdout or stderr", site);
  int result = fd == to || flags & ~O_CLOEXEC ? -EINVAL : files::duplicateTo(fd, to, flags & O_CLOEXEC);
  return static_cast<int>(endFileStep(result, "duplicate", nameOf(files::fileAt(fd)), site));
})

namespace {

int64_t control(int fd, int command, long argument, const xblock_site *site) {
  files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  bool standard = !file && fd >= 0 && fd < 3;
  if (!file && !standard)
    return -EBADF;
  files::Descriptor &descriptor = files::tables().descriptors[fd];
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return duplicateAny(fd, static_cast<int>(argument), command == F_DUPFD_CLOEXEC, site);
  case F_GETFD:
    return descriptor.closeOnExec ? FD_CLOEXEC : 0;
  case F_SETFD:
    noteUse({ResourceKind::Descriptor, static_cast<uint64_t>(fd) + 1}, true);
    undoLog.touch(&descriptor, sizeof descriptor);
    descriptor.closeOnExec = argument & FD_CLOEXEC;
    return 0;
  case F_GETFL:
    if (file)
      noteUse(files::flagsOf(*file), false);
    return standard ? (fd == 0 ? O_RDONLY : O_WRONLY) : file->flags;
  case F_SETFL: {
    constexpr int kMay = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
    if (standard)
      return 0;
    noteUse(files::flagsOf(*file), true);
    if (argument & O_NONBLOCK && !(file->flags & O_NONBLOCK))
      refuseIfWaitedIn(file, site);
    undoLog.touch(file, sizeof *file);
    file->flags = (file->flags & ~kMay) | (static_cast<int>(argument) & kMay);
    return 0;
  }
  case F_SETLK: // of one process: locks of its own never keep it out
  case F_SETLKW:
  case F_OFD_SETLK:
  case F_OFD_SETLKW:
    if (command == F_OFD_SETLK || command == F_OFD_SETLKW)
      unsupported("fcntl: locks of open files", site);
    return 0;
  case F_GETPIPE_SZ:
    return file && file->node->kind == files::NodeKind::Pipe ? static_cast<int64_t>(files::kPipeSize) : -EBADF;
  default:
    unsupported("fcntl with another command than those of descriptors, flags and locks", site);
  }
}

} // namespace

XBLOCK_BOTH(int, fcntl, (int fd, int command, long argument), (fd, command, argument), {
  RuntimeScope scope;
  return static_cast<int>(endFileStep(control(fd, command, argument, site), "control", nameOf(files::fileAt(fd)), site));
})
XBLOCK_OF_FILES(int, ioctl, (int fd, unsigned long request, void *argument), (fd, request, argument), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  int result = -ENOTTY;
  if (!file && (fd < 0 || fd > 2)) {
    result = -EBADF;
  } else if (file && request == FIONREAD) {
    files::look(*file->node);
    noteUse(files::stateOf(*file), false);
    uint64_t size = file->node->kind == files::NodeKind::File ? file->node->size - std::min(file->node->size, file->offset) : file->node->size;
    noteWrite(argument, sizeof(int), site);
    *static_cast<int *>(argument) = static_cast<int>(size);
    result = 0;
  } else if (file && request == FIONBIO) {
    noteRead(argument, sizeof(int), site);
    noteUse(files::flagsOf(*file), true);
    if (*static_cast<int *>(argument))
      refuseIfWaitedIn(file, site);
    undoLog.touch(file, sizeof *file);
    file->flags = (file->flags & ~O_NONBLOCK) | (*static_cast<int *>(argument) ? O_NONBLOCK : 0);
    result = 0;
  } else if (request != TIOCGWINSZ && request != TCGETS) {
    unsupported("ioctl with another request than FIONREAD and FIONBIO", site);
  }
  return static_cast<int>(endFileStep(result, "control", nameOf(file), site));
})
XBLOCK_OF_FILES(int, isatty, (int fd), (fd), {
  RuntimeScope scope;
  errno = files::fileAt(fd) || (fd >= 0 && fd < 3) ? ENOTTY : EBADF;
  return 0;
})
XBLOCK_OF_FILES(int, posix_fadvise, (int fd, off_t, off_t, int), (fd, 0, 0, 0), {
  RuntimeScope scope;
  return files::fileAt(fd) ? 0 : EBADF;
})
XBLOCK_OF_FILES(int, posix_fallocate, (int fd, off_t offset, off_t n), (fd, offset, n), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  int error = !file || (file->flags & O_ACCMODE) == O_RDONLY ? EBADF : offset < 0 || n <= 0 ? EINVAL : file->node->kind != files::NodeKind::File ? ENODEV : 0;
  if (!error && static_cast<uint64_t>(offset + n) > file->node->size)
    files::resize(*file->node, static_cast<uint64_t>(offset + n));
  endFileStep(0, "allocate", nameOf(file), site);
  return error;
})

XBLOCK_OF_FILES(int, pipe, (int *ends), (ends), {
  RuntimeScope scope;
  noteWrite(ends, 2 * sizeof *ends, site);
  return static_cast<int>(endFileStep(files::makePipe(0, ends), "make a pipe", "", site));
})
XBLOCK_OF_FILES(int, pipe2, (int *ends, int flags), (ends, flags), {
  RuntimeScope scope;
  if (flags & O_DIRECT)
    unsupported("a pipe of packets (O_DIRECT)", site);
  noteWrite(ends, 2 * sizeof *ends, site);
  return static_cast<int>(endFileStep(flags & ~(O_CLOEXEC | O_NONBLOCK) ? -EINVAL : files::makePipe(flags, ends), "make a pipe", "", site));
})

// The table of descriptors, and what is done to one of them. stdin, stdout and stderr are elsewhere (stdio.cpp).
#include "intercept/files.h"
#include "world/process_world.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace xblock;

XBLOCK_BOTH(int, open, (const char *path, int flags, mode_t mode), (path, flags, mode), {
  readString(path, site);
  RuntimeScope scope;
  return endFileCall(openFile(AT_FDCWD, path, flags, mode, site), "open", path, site);
})
XBLOCK_BOTH(int, openat, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode), {
  readString(path, site);
  RuntimeScope scope;
  return endFileCall(openFile(at, path, flags, mode, site), "open", path, site);
})
XBLOCK_BOTH(int, creat, (const char *path, mode_t mode), (path, mode), {
  readString(path, site);
  RuntimeScope scope;
  return endFileCall(openFile(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, site), "create", path, site);
})
namespace {

int64_t control(int fd, int command, long argument, const xblock_site *site);

} // namespace

XBLOCK_OF_DESCRIPTOR(int, close, fd, (int fd), (fd), {
  RuntimeScope scope;
  if (fd >= 0 && fd < 3 && !files::fileAt(fd))
    unsupported("close of stdin, stdout or stderr", site);
  const char *what = nameOf(files::fileAt(fd));
  if (files::OpenFile *file = files::fileAt(fd)) {
    noteClose(*file, fd);
    if (file->node->kind != files::NodeKind::File)
      noteSend(file->out);
  }
  return endFileCall(files::closeDescriptor(fd), "close", what, site);
})
namespace {

/// Of the system's: those of the runtime's own are not there.
void closeOfSystem(unsigned first, unsigned last, bool atExec) {
  for (int fd : files::baseDescriptors()) {
    const auto number = static_cast<unsigned>(fd);
    if (number < first || number > last || hidesDescriptor(fd))
      continue;
    if (atExec)
      XBLOCK_REAL(int(int, int, long), "fcntl")(fd, F_SETFD, FD_CLOEXEC);
    else
      XBLOCK_REAL(int(int), "close")(fd);
  }
}

/// One after the other, as the kernel does: others may run in between.
void closeOfModel(unsigned first, unsigned last, bool atExec, const xblock_site *site) {
  RuntimeScope scope;
  for (unsigned number = first; number <= last && number < files::kDescriptors; ++number) {
    const int fd = static_cast<int>(number);
    if (fd < 3 && !files::fileAt(fd))
      unsupported("close of stdin, stdout or stderr", site);
    files::OpenFile *file = files::fileAt(fd);
    if (!file)
      continue;
    if (atExec) {
      control(fd, F_SETFD, FD_CLOEXEC, site);
      continue;
    }
    const char *what = nameOf(file);
    noteClose(*file, fd);
    if (file->node->kind != files::NodeKind::File)
      noteSend(file->out);
    endFileCall(files::closeDescriptor(fd), "close", what, site);
  }
}

} // namespace

XBLOCK_EVERYWHERE(int, close_range, (unsigned first, unsigned last, int flags), (first, last, flags)) {
  const xblock_site *site = takeSite();
  constexpr unsigned kAtExec = 1U << 2; // CLOSE_RANGE_CLOEXEC; 1U << 1 gives the thread a table of its own
  if (first > last || static_cast<unsigned>(flags) & ~(kAtExec | 1U << 1))
    return errno = EINVAL, -1;
  if (!filesAreModelled())
    return closeOfSystem(first, last, flags & kAtExec), 0;
  if (static_cast<unsigned>(flags) & ~kAtExec)
    unsupported("close_range with CLOSE_RANGE_UNSHARE", site);
  closeOfModel(first, last, flags & kAtExec, site);
  return 0;
}
XBLOCK_EVERYWHERE(void, closefrom, (int first), (first)) {
  const xblock_site *site = takeSite();
  const auto from = static_cast<unsigned>(std::max(first, 0));
  if (!filesAreModelled())
    return closeOfSystem(from, ~0U, false);
  closeOfModel(from, ~0U, false, site);
}
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
  return endFileCall(result, "resize", nameOf(file), site);
})
XBLOCK_BOTH(int, truncate, (const char *path, off_t size), (path, size), {
  readString(path, site);
  RuntimeScope scope;
  int fd = openFile(AT_FDCWD, path, O_WRONLY, 0, site);
  int result = fd < 0 ? fd : size < 0 ? -EINVAL : files::resize(*files::fileAt(fd)->node, static_cast<uint64_t>(size));
  if (fd >= 0)
    files::closeDescriptor(fd);
  return endFileCall(result, "resize", path, site);
})
namespace {

/// Nothing is lost here.
int synchronise(int fd, const char *name, const xblock_site *site) {
  const files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  bool can = file && !files::waits(*file->node);
  return can ? 0 : endFileCall(file || fd == 1 || fd == 2 ? -EINVAL : -EBADF, name, nameOf(file), site);
}

} // namespace

XBLOCK_OF_FILES(int, fsync, (int fd), (fd), {
  RuntimeScope scope;
  return synchronise(fd, "fsync", site);
})
XBLOCK_OF_FILES(int, fdatasync, (int fd), (fd), {
  RuntimeScope scope;
  return synchronise(fd, "fdatasync", site);
})
XBLOCK_OF_FILES(void, sync, (), (), {})
XBLOCK_OF_FILES(int, syncfs, (int fd), (fd), {
  RuntimeScope scope;
  return endFileCall(files::fileAt(fd) || (fd >= 0 && fd < 3) ? 0 : -EBADF, "syncfs", nameOf(files::fileAt(fd)), site);
})
XBLOCK_OF_FILES(int, sync_file_range, (int fd, off_t offset, off_t n, unsigned flags), (fd, offset, n, flags), {
  if (offset < 0 || n < 0 || flags & ~7U)
    return errno = files::fileAt(fd) ? EINVAL : EBADF, -1;
  RuntimeScope scope;
  const files::OpenFile *file = files::fileAt(fd);
  bool stores = file && (file->node->kind == files::NodeKind::File || file->node->kind == files::NodeKind::Directory);
  return endFileCall(!file ? -EBADF : stores ? 0 : -ESPIPE, "sync_file_range", nameOf(file), site);
})
XBLOCK_OF_FILES(ssize_t, readahead, (int fd, off_t offset, size_t n), (fd, offset, n), {
  RuntimeScope scope;
  const files::OpenFile *file = files::fileAt(fd);
  bool reads = file && (file->flags & O_ACCMODE) != O_WRONLY;
  return endFileCall(!reads ? -EBADF : file->node->kind == files::NodeKind::File ? 0 : -EINVAL, "readahead", nameOf(file), site);
})

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
  return endFileCall(duplicateAny(fd, 0, false, site), "duplicate", nameOf(files::fileAt(fd)), site);
})
XBLOCK_OF_DESCRIPTOR(int, dup2, to, (int fd, int to), (fd, to), {
  RuntimeScope scope;
  if ((fd >= 0 && fd < 3 && !files::fileAt(fd)) || (to >= 0 && to < 3))
    unsupported("a duplicate of stdin, stdout or stderr", site);
  if (files::OpenFile *before = files::fileAt(to); before && to != fd)
    noteClose(*before, to);
  return endFileCall(files::duplicateTo(fd, to, false), "duplicate", nameOf(files::fileAt(fd)), site);
})
XBLOCK_OF_DESCRIPTOR(int, dup3, to, (int fd, int to, int flags), (fd, to, flags), {
  RuntimeScope scope;
  if ((fd >= 0 && fd < 3 && !files::fileAt(fd)) || (to >= 0 && to < 3))
    unsupported("a duplicate of stdin, stdout or stderr", site);
  if (files::OpenFile *before = files::fileAt(to); before && to != fd)
    noteClose(*before, to);
  int result = fd == to || flags & ~O_CLOEXEC ? -EINVAL : files::duplicateTo(fd, to, flags & O_CLOEXEC);
  return endFileCall(result, "duplicate", nameOf(files::fileAt(fd)), site);
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
    if (argument < 0 || argument >= files::kDescriptors)
      return -EINVAL;
    return duplicateAny(fd, static_cast<int>(argument), command == F_DUPFD_CLOEXEC, site);
  case F_GETFD:
    return descriptor.closeOnExec ? FD_CLOEXEC : 0;
  case F_SETFD:
    files::surroundings.noteUse({ResourceKind::Descriptor, static_cast<uint64_t>(fd) + 1}, true);
    undoLog.touch(&descriptor, sizeof descriptor);
    descriptor.closeOnExec = argument & FD_CLOEXEC;
    return 0;
  case F_GETFL:
    if (file)
      files::surroundings.noteUse(files::flagsOf(*file), false);
    return standard ? (fd == 0 ? O_RDONLY : O_WRONLY) : file->flags;
  case F_SETFL: {
    constexpr int kMay = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
    if (standard)
      return 0;
    files::surroundings.noteUse(files::flagsOf(*file), true);
    if (argument & O_NONBLOCK && !(file->flags & O_NONBLOCK))
      noteUnblock(*file);
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

XBLOCK_OF_DESCRIPTOR(int, fcntl, fd, (int fd, int command, long argument), (fd, command, argument), {
  RuntimeScope scope;
  return endFileCall(control(fd, command, argument, site), "control", nameOf(files::fileAt(fd)), site);
})
XBLOCK_OF_DESCRIPTOR(int, fcntl64, fd, (int fd, int command, long argument), (fd, command, argument), {
  RuntimeScope scope;
  return endFileCall(control(fd, command, argument, site), "control", nameOf(files::fileAt(fd)), site);
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
    files::surroundings.noteUse(files::stateOf(*file), false);
    uint64_t size = file->node->size - (file->node->kind == files::NodeKind::File ? file->offset : 0); // below zero behind the end
    noteWrite(argument, sizeof(int), site);
    *static_cast<int *>(argument) = static_cast<int>(size);
    result = 0;
  } else if (file && request == FIONBIO) {
    noteRead(argument, sizeof(int), site);
    files::surroundings.noteUse(files::flagsOf(*file), true);
    if (*static_cast<int *>(argument))
      noteUnblock(*file);
    undoLog.touch(file, sizeof *file);
    file->flags = (file->flags & ~O_NONBLOCK) | (*static_cast<int *>(argument) ? O_NONBLOCK : 0);
    result = 0;
  } else if (request != TIOCGWINSZ && request != TCGETS) {
    unsupported("ioctl with another request than FIONREAD and FIONBIO", site);
  }
  return endFileCall(result, "control", nameOf(file), site);
})
XBLOCK_OF_FILES(int, isatty, (int fd), (fd), {
  RuntimeScope scope;
  errno = files::fileAt(fd) || (fd >= 0 && fd < 3) ? ENOTTY : EBADF;
  return 0;
})
XBLOCK_BOTH(int, posix_fadvise, (int fd, off_t, off_t, int), (fd, 0, 0, 0), {
  RuntimeScope scope;
  return files::fileAt(fd) ? 0 : EBADF;
})
XBLOCK_BOTH(int, posix_fallocate, (int fd, off_t offset, off_t n), (fd, offset, n), {
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
  return endFileCall(files::makePipe(0, ends), "make a pipe", "", site);
})
XBLOCK_OF_FILES(int, pipe2, (int *ends, int flags), (ends, flags), {
  RuntimeScope scope;
  if (flags & O_DIRECT)
    unsupported("a pipe of packets (O_DIRECT)", site);
  noteWrite(ends, 2 * sizeof *ends, site);
  return endFileCall(flags & ~(O_CLOEXEC | O_NONBLOCK) ? -EINVAL : files::makePipe(flags, ends), "make a pipe", "", site);
})

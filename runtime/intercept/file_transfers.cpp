// What goes through descriptors: read, write and their like. stdin, stdout and stderr are elsewhere (stdio.cpp).
#include "intercept/cancellation.h"
#include "files/sockets.h"
#include "intercept/files.h"
#include "memory/program_memory.h"
#include "world/process_world.h"

#include <cstring>

using namespace xblock;

namespace {

constexpr uint64_t kLargestEventCount = UINT64_MAX;

} // namespace

void xblock::refuseIfTaken(int fd, bool writing, const xblock_site *site, bool polls) {
  if (fd >= 0 && fd < files::kDescriptors && files::mayWaitSince(files::tables().closed[fd], writing, polls))
    unsupported("a descriptor is closed while another thread may wait in a call with it", site);
}

void xblock::refuseIfUnblocked(const files::OpenFile &file, bool writing, const xblock_site *site) {
  if (files::mayWaitSince(file.waiting, writing))
    unsupported("O_NONBLOCK is set on what a thread waits for", site);
}

int64_t xblock::readDescriptor(int fd, void *to, size_t n, int64_t offset, const xblock_site *site, Receiving how) {
  files::OpenFile *file = files::fileAt(fd);
  if (!how.never)
    refuseIfTaken(fd, false, site);
  refuseForeign(file, site);
  if (!file) {
    refuseReadBack(fd, site);
    return -EBADF;
  }
  if (n == 0 && file->node->kind != files::NodeKind::Directory)
    return (file->flags & O_ACCMODE) == O_WRONLY ? -EBADF : 0;
  Resource missing;
  int64_t plan = files::planRead(*file, n, offset, &missing);
  if (plan == files::kWouldBlock && how.never)
    return -EAGAIN;
  if (plan == files::kWouldBlock) {
    boundaryBeforeBlocking();
    if (requestActs()) {
      endBeforeActing();
      return -ECANCELED;
    }
    file = files::fileAt(fd); // other threads may have run
    plan = file ? files::planRead(*file, n, offset, &missing) : -EBADF;
    if (plan == files::kWouldBlock)
      waitForFile(missing);
  }
  if (plan == -EAGAIN)
    refuseIfUnblocked(*file, false, site);
  if (plan < 0)
    return plan;
  if (plan && !isReadable(to))
    return -EFAULT;
  if (file->node->kind != files::NodeKind::File)
    noteReceive(file->node);
  if (plan)
    noteWrite(to, static_cast<size_t>(plan), site);
  if (plan && !isWritable(to))
    return -EFAULT;
  if (how.peek)
    files::receive(*file, to, static_cast<size_t>(plan), true);
  else
    files::read(*file, to, static_cast<size_t>(plan), offset);
  return plan;
}

int64_t xblock::writeDescriptor(int fd, const void *from, size_t n, int64_t offset, const xblock_site *site, Sending how) {
  size_t done = 0;
  if (n)
    noteRead(from, n, site);
  if (!how.never)
    refuseIfTaken(fd, true, site);
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
          waitForFile(missing);
      }
    }
    if (plan == -EAGAIN)
      refuseIfUnblocked(*file, true, site);
    if (plan == -EPIPE && !how.quiet && (!file->socket || file->socket->type == SOCK_STREAM))
      noteBrokenPipe();
    if (plan < 0)
      return done ? static_cast<int64_t>(done) : plan;
    if (plan && !isReadable(static_cast<const char *>(from) + done))
      return done ? static_cast<int64_t>(done) : -EFAULT;
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

int64_t xblock::writeParts(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site, Sending how) {
  if (count < 0 || count > 1024)
    return -EINVAL;
  if (count && !isReadable(parts))
    return -EFAULT;
  noteRead(parts, static_cast<size_t>(count) * sizeof *parts, site);
  size_t n = 0, at = 0;
  for (int i = 0; i < count; ++i)
    n += parts[i].iov_len;
  auto *all = static_cast<char *>(alloca(n < 65536 ? n + 1 : 1));
  if (n >= 65536) { // one after the other, as far as they go
    int64_t done = 0;
    for (int i = 0; i < count; ++i) {
      int64_t part = writeDescriptor(fd, parts[i].iov_base, parts[i].iov_len, offset == -1 ? -1 : offset + done, site, how);
      if (part < 0)
        return done && part != -ECANCELED ? done : part;
      done += part;
      if (part < static_cast<int64_t>(parts[i].iov_len))
        break;
    }
    return done;
  }
  for (int i = 0; i < count; at += parts[i++].iov_len)
    if (parts[i].iov_len) {
      if (!isReadable(parts[i].iov_base)) {
        const files::OpenFile *file = files::fileAt(fd);
        if (!at || (file && file->out->kind != files::NodeKind::File)) // of a message, or of what goes into one page of a pipe, all is there
          return file ? -EFAULT : -EBADF;
        n = at; // so far the kernel comes
        break;
      }
      noteRead(parts[i].iov_base, parts[i].iov_len, site);
      memcpy(all + at, parts[i].iov_base, parts[i].iov_len);
    }
  return writeDescriptor(fd, all, n, offset, nullptr, how);
}

int64_t xblock::readParts(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site, Receiving how) {
  if (count < 0 || count > 1024)
    return -EINVAL;
  if (count && !isReadable(parts))
    return -EFAULT;
  noteRead(parts, static_cast<size_t>(count) * sizeof *parts, site);
  int64_t done = 0;
  for (int i = 0, used = 0; i < count; ++i) {
    if (!parts[i].iov_len)
      continue;
    files::OpenFile *file = files::fileAt(fd);
    if (used++ && file && file->socket && (how.peek || file->socket->type != SOCK_STREAM))
      unsupported("a look at, or a message of, a socket that is read into several parts", site);
    Resource missing; // what waits already is enough
    if (done && file && file->socket ? file->node->size == 0
                                     : done && (!file || files::planRead(*file, parts[i].iov_len, offset == -1 ? -1 : offset + done, &missing) <= 0))
      break;
    int64_t part = readDescriptor(fd, parts[i].iov_base, parts[i].iov_len, offset == -1 ? -1 : offset + done, site, how);
    if (part < 0)
      return done ? done : part;
    done += part;
    if (part < static_cast<int64_t>(parts[i].iov_len))
      break;
  }
  return done;
}

namespace {

/// A whole call, and a cancellation point: act() moves the data.
template <typename Act> int64_t transferStep(int fd, const char *verb, const xblock_site *site, Act act) {
  cancellationPoint(site);
  int64_t result;
  {
    RuntimeScope scope;
    result = act();
    if (result != -ECANCELED)
      return endFileStep(result, verb, nameOf(files::fileAt(fd)), site);
  }
  actOnRequest();
}

int64_t readStep(int fd, void *to, size_t n, int64_t offset, const xblock_site *site) {
  return transferStep(fd, "read from", site, [&] { return readDescriptor(fd, to, n, offset, site); });
}
int64_t writeStep(int fd, const void *from, size_t n, int64_t offset, const xblock_site *site) {
  return transferStep(fd, "write to", site, [&] { return writeDescriptor(fd, from, n, offset, site); });
}
int64_t gather(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site) {
  return transferStep(fd, "write to", site, [&] { return writeParts(fd, parts, count, offset, site); });
}
int64_t scatter(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site) {
  return transferStep(fd, "read from", site, [&] { return readParts(fd, parts, count, offset, site); });
}

} // namespace

int64_t xblock::writeToFile(int fd, const void *bytes, size_t n, const xblock_site *site) { return writeStep(fd, bytes, n, -1, site); }
int64_t xblock::writeToFile(int fd, const iovec *parts, int count, const xblock_site *site) { return gather(fd, parts, count, -1, site); }
int64_t xblock::readFromFile(int fd, void *to, size_t n, const xblock_site *site) { return readStep(fd, to, n, -1, site); }

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

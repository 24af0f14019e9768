// From one descriptor to another within the system.
#include "intercept/cancellation.h"
#include "intercept/files.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/sendfile.h>

using namespace xblock;

namespace {

/// An offset of the program's, or the file's own (null).
struct Offset {
  off_t *given;
  const xblock_site *site;

  int64_t get() const {
    if (!given)
      return -1;
    noteRead(given, sizeof *given, site);
    return *given;
  }
  void advance(int64_t n) const {
    if (!given || n <= 0)
      return;
    noteWrite(given, sizeof *given, site);
    *given += n;
  }
};

bool isFile(const files::OpenFile &file) { return file.node->kind == files::NodeKind::File; }

/// Page by page: to a file in one step, to a pipe as far as it has room, and then waiting.
int64_t copy(int from, Offset at, int to, Offset toAt, size_t n, bool betweenFiles, const xblock_site *site) {
  files::OpenFile *in = files::fileAt(from), *out = files::fileAt(to);
  refuseForeign(in, site), refuseForeign(out, site);
  if (!in)
    refuseReadBack(from, site);
  if (!in || !out)
    return -EBADF;
  if (!files::reads(in->flags) || !files::writes(out->flags))
    return -EBADF;
  if (!isFile(*in) || (betweenFiles && !isFile(*out)) || out->flags & O_APPEND)
    return in->node->kind == files::NodeKind::Directory ? -EISDIR : betweenFiles && out->flags & O_APPEND ? -EBADF : -EINVAL;
  int64_t begin = at.get(), toBegin = toAt.get();
  if (begin < -1 || toBegin < -1 || (at.given && begin < 0) || (toAt.given && toBegin < 0))
    return -EINVAL;
  char page[files::kPage];
  int64_t done = 0;
  while (static_cast<size_t>(done) < n) {
    Resource missing;
    in = files::fileAt(from);
    int64_t part = in ? files::planRead(*in, std::min(n - static_cast<size_t>(done), sizeof page), begin < 0 ? -1 : begin + done, &missing) : -EBADF;
    if (part <= 0)
      break;
    files::copyOut(*in->node, begin < 0 ? in->offset : static_cast<uint64_t>(begin + done), page, static_cast<size_t>(part));
    int64_t put = writeDescriptor(to, page, static_cast<size_t>(part), toBegin < 0 ? -1 : toBegin + done, nullptr);
    if (put < 0)
      return done && put != -ECANCELED ? done : put;
    if (begin < 0) {
      undoLog.touch(in, sizeof *in);
      in->offset += static_cast<uint64_t>(put);
    }
    done += put;
    if (put < part)
      break;
  }
  at.advance(done), toAt.advance(done);
  return done;
}

int64_t copyStep(int from, Offset at, int to, Offset toAt, size_t n, bool betweenFiles, const xblock_site *site) {
  RuntimeScope scope;
  int64_t result = copy(from, at, to, toAt, n, betweenFiles, site);
  if (result == -ECANCELED)
    unsupported("a thread that is asked to end while it waits in sendfile, which is no cancellation point", site);
  return endFileStep(result, "copy from", nameOf(files::fileAt(from)), site);
}

} // namespace

XBLOCK_BOTH(ssize_t, sendfile, (int to, int from, off_t *at, size_t n), (to, from, at, n), {
  if (to == 1 || to == 2)
    unsupported("sendfile to stdout or stderr", site);
  return copyStep(from, {at, site}, to, {nullptr, site}, n, false, site);
})
XBLOCK_OF_FILES(ssize_t, copy_file_range, (int from, off_t *at, int to, off_t *toAt, size_t n, unsigned flags), (from, at, to, toAt, n, flags), {
  if (flags)
    return errno = EINVAL, -1;
  cancellationPoint(site);
  return copyStep(from, {at, site}, to, {toAt, site}, n, true, site);
})
XBLOCK_BOTH(int, fallocate, (int fd, int mode, off_t offset, off_t n), (fd, mode, offset, n), {
  RuntimeScope scope;
  if (mode & ~FALLOC_FL_KEEP_SIZE)
    unsupported("fallocate with another mode than FALLOC_FL_KEEP_SIZE", site);
  files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  int error = !file || !files::writes(file->flags) ? EBADF : offset < 0 || n <= 0 ? EINVAL : file->node->kind == files::NodeKind::File ? 0 : file->node->kind == files::NodeKind::Pipe ? ESPIPE : ENODEV;
  if (!error && !mode) {
    files::look(*file->node);
    if (static_cast<uint64_t>(offset + n) > file->node->size)
      files::resize(*file->node, static_cast<uint64_t>(offset + n));
  }
  return endFileCall(-error, "allocate", nameOf(file), site);
})

// The functions of FILE on files. stdout and stderr, and what prints, are in stdio.cpp.
#include "intercept/streams.h"
#include "intercept/virtual_clock.h"
#include "files/arena.h"
#include "support/check.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <stdio_ext.h>
#include <unistd.h>

using namespace xblock;

namespace {

constexpr unsigned kStreams = 256;
constexpr int kNoReads = 4, kNoWrites = 8, kLinked = 0x80, kAppends = 0x1000; // glibc's _flags

ssize_t readCookie(void *cookie, char *to, size_t n);
ssize_t writeCookie(void *cookie, const char *from, size_t n);
int seekCookie(void *cookie, off64_t *offset, int whence);
int closeCookie(void *) { return 0; }

std::optional<Resource> toWaitFor;

struct AllStreams {
  Stream *all[kStreams]; ///< null from the first on that was never used
};
AllStreams *allStreams = nullptr;
Stream &streamAt(unsigned i) { return *allStreams->all[i]; }
FILE *fileOf(unsigned i) { return reinterpret_cast<FILE *>(streamAt(i).object); }

/// One of glibc's objects as it is when it is made. Private memory.
struct Made {
  char bytes[sizeof Stream::object];
  size_t size, cookieAt, lockAt;
};
const Made &madeByLibc() {
  static const Made *const made = [] {
    auto *m = new Made{};
    auto *mark = reinterpret_cast<void *>(0x5bc00f1e);
    FILE *file = fopencookie(mark, "r+", {readCookie, writeCookie, seekCookie, closeCookie});
    m->size = std::min(sizeof m->bytes, malloc_usable_size(file));
    memcpy(m->bytes, static_cast<void *>(file), m->size);
    m->cookieAt = static_cast<size_t>(static_cast<char *>(memmem(m->bytes, m->size, &mark, sizeof mark)) - m->bytes);
    m->lockAt = static_cast<size_t>(static_cast<char *>(file->_lock) - reinterpret_cast<char *>(file));
    fclose(file);
    XBLOCK_CHECK(m->lockAt < m->size && m->cookieAt < m->size);
    return m;
  }();
  return *made;
}

void save(unsigned stream) { undoLog.touch(&streamAt(stream), sizeof(Stream)); }

ssize_t readCookie(void *cookie, char *to, size_t n) {
  files::OpenFile *file = files::fileAt(streamAt(static_cast<unsigned>(reinterpret_cast<uintptr_t>(cookie))).fd);
  Resource missing;
  int64_t plan = file ? files::planRead(*file, n, -1, &missing) : -EBADF;
  if (plan == files::kWouldBlock) {
    toWaitFor = missing;
    plan = -EAGAIN;
  }
  if (plan < 0)
    return errno = static_cast<int>(-plan), -1;
  files::read(*file, to, static_cast<size_t>(plan), -1);
  if (file->node->kind != files::NodeKind::File)
    noteReceive(file->node);
  return plan;
}

ssize_t writeCookie(void *cookie, const char *from, size_t n) {
  files::OpenFile *file = files::fileAt(streamAt(static_cast<unsigned>(reinterpret_cast<uintptr_t>(cookie))).fd);
  Resource missing;
  int64_t plan = file ? files::planWrite(*file, n, -1, &missing) : -EBADF;
  if (plan == files::kWouldBlock) {
    toWaitFor = missing;
    plan = -EAGAIN;
  }
  if (plan == -EPIPE)
    noteBrokenPipe();
  if (plan < 0)
    return errno = static_cast<int>(-plan), 0;
  if (file->node->kind != files::NodeKind::File)
    noteSend(file->out);
  files::write(*file, from, static_cast<size_t>(plan), -1);
  return plan;
}

int seekCookie(void *cookie, off64_t *offset, int whence) {
  files::OpenFile *file = files::fileAt(streamAt(static_cast<unsigned>(reinterpret_cast<uintptr_t>(cookie))).fd);
  int64_t to = file ? files::seek(*file, *offset, whence) : -EBADF;
  if (to < 0)
    return errno = static_cast<int>(-to), -1;
  *offset = to;
  return 0;
}

/// -1: there are too many.
int openStream(int fd, int flags, FILE *original) {
  for (unsigned i = 0; i < kStreams; ++i) {
    if (!allStreams->all[i])
      files::edit(&allStreams->all[i]) = files::make<Stream>();
    Stream &s = streamAt(i);
    if (s.open)
      continue;
    save(i);
    s.open = true;
    s.fd = fd;
    s.original = original;
    s.number = files::nextNumber();
    const Made &made = madeByLibc();
    memcpy(s.object, made.bytes, made.size);
    auto cookie = static_cast<uintptr_t>(i);
    memcpy(s.object + made.cookieAt, &cookie, sizeof cookie);
    FILE *file = fileOf(i);
    file->_lock = s.object + made.lockAt;
    file->_chain = nullptr;
    int way = flags & O_ACCMODE;
    file->_flags &= ~kLinked;
    file->_flags |= (way == O_WRONLY ? kNoReads : 0) | (way == O_RDONLY ? kNoWrites : 0) | (flags & O_APPEND ? kAppends : 0);
    setvbuf(file, s.buffer, _IOFBF, sizeof s.buffer);
    return static_cast<int>(i);
  }
  return -1;
}

int flagsOf(const char *mode) {
  int flags = *mode == 'r' ? O_RDONLY : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND : -EINVAL;
  for (const char *m = mode; flags >= 0 && *m && *m != ','; ++m)
    flags = *m == '+' ? (flags & ~O_ACCMODE) | O_RDWR : *m == 'x' ? flags | O_EXCL : *m == 'e' ? flags | O_CLOEXEC : flags;
  return flags;
}

int fdOfStandard(FILE *given) { return given == stdin ? 0 : -1; }

} // namespace

void xblock::prepareStreams() {
  if (!allStreams)
    allStreams = files::make<AllStreams>();
  XBLOCK_REAL(int(FILE *), "fflush")(nullptr);
}

void xblock::flushAll(const xblock_site *site) {
  for (unsigned i = 0; i < kStreams && allStreams->all[i]; ++i)
    if (streamAt(i).open && fileOf(i)->_IO_write_ptr > fileOf(i)->_IO_write_base)
      onStream(fileOf(i), "fflush", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fflush")(f); });
}

unsigned xblock::streamOf(FILE *given, const char *function, const xblock_site *site) {
  bool closed = false;
  for (unsigned i = 0; i < kStreams && allStreams->all[i]; ++i) {
    bool open = streamAt(i).open;
    if (open && (fileOf(i) == given || streamAt(i).original == given))
      return i;
    closed |= fileOf(i) == given;
  }
  int fd = fdOfStandard(given);
  if (closed)
    failf(FailureKind::Heap, "use after free: %s of a stream that was closed", function);
  if (fd < 0)
    fd = XBLOCK_REAL(int(FILE *), "fileno")(given);
  files::OpenFile *file = files::fileAt(fd);
  if (!file) {
    static char what[96];
    snprintf(what, sizeof what, "%s of a stream that is not open, or that no descriptor belongs to", function);
    unsupported(what, site);
  }
  if (file->node->kind == files::NodeKind::Foreign)
    unsupported("use of a stream that leads out of the process: a terminal, socket or device", site);
  off_t at = XBLOCK_REAL(off_t(FILE *), "ftello")(given);
  if (file->node->kind == files::NodeKind::File && at >= 0)
    files::seek(*file, at, SEEK_SET);
  int stream = openStream(fd, file->flags, given);
  if (stream < 0)
    unsupported("more than 256 streams at once", site);
  return static_cast<unsigned>(stream);
}

FILE *xblock::beginStreamStep(unsigned stream) {
  Stream &s = streamAt(stream);
  const files::OpenFile *file = files::fileAt(s.fd);
  if (file && (file->node->kind == files::NodeKind::Pipe || file->node->kind == files::NodeKind::Messages))
    boundaryBeforeBlocking();
  files::surroundings.noteUse({ResourceKind::File, s.number + 3}, true);
  save(stream);
  toWaitFor.reset();
  return fileOf(stream);
}

void xblock::endStreamStep(unsigned stream, const char *verb, const xblock_site *site) {
  int error = errno;
  if (toWaitFor)
    waitForFile(*toWaitFor);
  const files::OpenFile *file = running.tracing ? files::fileAt(streamAt(stream).fd) : nullptr;
  endFileStep(0, verb, file && file->path ? strndup(file->path, file->pathSize) : "", site);
  errno = error;
}

namespace {

FILE *openStep(const char *path, const char *mode, const xblock_site *site) {
  readString(path, site), readString(mode, site);
  RuntimeScope scope;
  int flags = flagsOf(mode);
  int64_t fd = flags < 0 ? flags : files::openAt(AT_FDCWD, path, flags, 0666);
  int stream = fd < 0 ? -1 : openStream(static_cast<int>(fd), flags, nullptr);
  if (fd >= 0 && stream < 0) {
    files::closeDescriptor(static_cast<int>(fd));
    fd = -EMFILE;
  }
  return endFileStep(fd, "open", path, site) < 0 ? nullptr : fileOf(static_cast<unsigned>(stream));
}

int closeStep(FILE *given, const xblock_site *site) {
  RuntimeScope scope;
  unsigned stream = streamOf(given, "fclose", site);
  FILE *file = beginStreamStep(stream);
  int result = XBLOCK_REAL(int(FILE *), "fflush")(file);
  if (toWaitFor)
    waitForFile(*toWaitFor);
  Stream &s = streamAt(stream);
  if (files::OpenFile *open = files::fileAt(s.fd); open && open->node->kind != files::NodeKind::File)
    noteSend(open->out);
  int64_t closed = files::closeDescriptor(s.fd);
  s.open = false; // saved above
  return static_cast<int>(endFileStep(result ? -errno : closed, "close", "", site));
}

} // namespace

#define XBLOCK_BOTH(type, name, parameters, arguments, ...)                                        \
  XBLOCK_OF_FILES(type, name, parameters, arguments, __VA_ARGS__)                                  \
  XBLOCK_OF_FILES(type, name##64, parameters, arguments, __VA_ARGS__)
#define XBLOCK_UNLOCKED(type, name, parameters, arguments, ...)                                    \
  XBLOCK_OF_FILES(type, name, parameters, arguments, __VA_ARGS__)                                  \
  XBLOCK_OF_FILES(type, name##_unlocked, parameters, arguments, __VA_ARGS__)

XBLOCK_BOTH(FILE *, fopen, (const char *path, const char *mode), (path, mode), { return openStep(path, mode, site); })
XBLOCK_OF_FILES(FILE *, fdopen, (int fd, const char *mode), (fd, mode), {
  readString(mode, site);
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  int flags = flagsOf(mode), way = file ? file->flags & O_ACCMODE : 0;
  int64_t result = !file ? -EBADF : flags < 0 || (way != O_RDWR && way != (flags & O_ACCMODE)) ? -EINVAL : 0;
  int stream = result < 0 ? -1 : openStream(fd, flags, nullptr);
  if (result == 0 && stream < 0)
    result = -EMFILE;
  return endFileStep(result, "open a stream", "", site) < 0 ? nullptr : fileOf(static_cast<unsigned>(stream));
})
XBLOCK_BOTH(FILE *, freopen, (const char *path, const char *mode, FILE *stream), (path, mode, stream), {
  if (!path || stream == stdout || stream == stderr || stream == stdin)
    unsupported("freopen of stdin, stdout or stderr, or without a path", site);
  closeStep(stream, site);
  FILE *fresh = openStep(path, mode, site);
  if (fresh && fresh != stream)
    unsupported("freopen of a stream while another thread opens one", site);
  return fresh;
})
XBLOCK_OF_FILES(int, fclose, (FILE * stream), (stream), {
  if (stream == stdout || stream == stderr)
    return 0;
  return closeStep(stream, site);
})
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
XBLOCK_UNLOCKED(size_t, fread, (void *to, size_t size, size_t count, FILE *stream), (to, size, count, stream), {
  size_t n = size * count;
  if (!n)
    return 0;
  // No more than that is written; what the file has not is left as it was.
  noteWrite(to, n, site);
  return onStream(stream, "fread", site, [&](FILE *f) { return XBLOCK_REAL(size_t(void *, size_t, size_t, FILE *), "fread")(to, size, count, f); });
})
XBLOCK_UNLOCKED(int, fgetc, (FILE * stream), (stream), {
  return onStream(stream, "fgetc", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fgetc")(f); });
})
XBLOCK_UNLOCKED(int, getc, (FILE * stream), (stream), {
  return onStream(stream, "getc", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fgetc")(f); });
})
XBLOCK_UNLOCKED(int, getchar, (), (), {
  return onStream(stdin, "getchar", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fgetc")(f); });
})
XBLOCK_UNLOCKED(char *, fgets, (char *to, int n, FILE *stream), (to, n, stream), {
  if (n > 0)
    noteWrite(to, static_cast<size_t>(n), site);
  return onStream(stream, "fgets", site, [&](FILE *f) { return XBLOCK_REAL(char *(char *, int, FILE *), "fgets")(to, n, f); });
})
XBLOCK_OF_FILES(int, ungetc, (int c, FILE *stream), (c, stream), {
  return onStream(stream, "ungetc", site, [&](FILE *f) {
    if (c == EOF)
      return EOF;
    if (f->_IO_read_ptr == f->_IO_read_base) // glibc would allocate another buffer, which does not go back
      unsupported("ungetc before the first byte of a buffer", site);
    *--f->_IO_read_ptr = static_cast<char>(c);
    f->_flags &= ~0x10; // the end of the file was not reached
    return static_cast<int>(static_cast<unsigned char>(c));
  });
})

namespace {

int seekStep(FILE *stream, off_t offset, int whence, const xblock_site *site) {
  return onStream(stream, "fseek", site, [&](FILE *f) { return XBLOCK_REAL(int(FILE *, off_t, int), "fseeko")(f, offset, whence); });
}
off_t tellStep(FILE *stream, const xblock_site *site) {
  return onStream(stream, "ftell", site, [](FILE *f) { return XBLOCK_REAL(off_t(FILE *), "ftello")(f); });
}

} // namespace

XBLOCK_OF_FILES(int, fseek, (FILE * stream, long offset, int whence), (stream, offset, whence), { return seekStep(stream, offset, whence, site); })
XBLOCK_BOTH(int, fseeko, (FILE * stream, off_t offset, int whence), (stream, offset, whence), { return seekStep(stream, offset, whence, site); })
XBLOCK_OF_FILES(long, ftell, (FILE * stream), (stream), { return tellStep(stream, site); })
XBLOCK_BOTH(off_t, ftello, (FILE * stream), (stream), { return tellStep(stream, site); })
XBLOCK_OF_FILES(void, rewind, (FILE * stream), (stream), {
  onStream(stream, "rewind", site, [](FILE *f) { return XBLOCK_REAL(void(FILE *), "rewind")(f), 0; });
})
XBLOCK_BOTH(int, fgetpos, (FILE * stream, fpos_t *to), (stream, to), {
  noteWrite(to, sizeof *to, site);
  return onStream(stream, "fgetpos", site, [&](FILE *f) { return XBLOCK_REAL(int(FILE *, fpos_t *), "fgetpos")(f, to); });
})
XBLOCK_BOTH(int, fsetpos, (FILE * stream, const fpos_t *to), (stream, to), {
  noteRead(to, sizeof *to, site);
  return onStream(stream, "fsetpos", site, [&](FILE *f) { return XBLOCK_REAL(int(FILE *, const fpos_t *), "fsetpos")(f, to); });
})

namespace {

bool isCaptured(FILE *stream) { return stream == stdout || stream == stderr; }

} // namespace

XBLOCK_UNLOCKED(int, feof, (FILE * stream), (stream), {
  return isCaptured(stream) ? 0 : onStream(stream, "feof", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "feof")(f); });
})
XBLOCK_UNLOCKED(int, ferror, (FILE * stream), (stream), {
  return isCaptured(stream) ? 0 : onStream(stream, "ferror", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "ferror")(f); });
})
XBLOCK_UNLOCKED(void, clearerr, (FILE * stream), (stream), {
  if (!isCaptured(stream))
    onStream(stream, "clearerr", site, [](FILE *f) { return XBLOCK_REAL(void(FILE *), "clearerr")(f), 0; });
})
XBLOCK_UNLOCKED(int, fileno, (FILE * stream), (stream), {
  if (isCaptured(stream))
    return stream == stdout ? 1 : 2;
  RuntimeScope scope;
  return streamAt(streamOf(stream, "fileno", site)).fd;
})
XBLOCK_OF_FILES(void, setbuf, (FILE * stream, char *buffer), (stream, buffer), {
  if (!isCaptured(stream) && !buffer)
    onStream(stream, "setbuf", site, [](FILE *f) { return setvbuf(f, nullptr, _IONBF, 0); });
})
XBLOCK_OF_FILES(void, setlinebuf, (FILE * stream), (stream), {
  if (!isCaptured(stream))
    onStream(stream, "setlinebuf", site, [](FILE *f) { return setvbuf(f, nullptr, _IOLBF, 0); });
})

namespace {

/// A byte at a time: where the line goes to is the program's memory, and grows on its heap.
ssize_t getLine(char **line, size_t *size, int delimiter, FILE *stream, const xblock_site *site) {
  noteWrite(line, sizeof *line, site);
  noteWrite(size, sizeof *size, site);
  size_t n = 0;
  char *text = nullptr; // private
  {
    RuntimeScope scope;
    unsigned number = streamOf(stream, "getline", site);
    FILE *file = beginStreamStep(number);
    size_t room = 0;
    ssize_t got = XBLOCK_REAL(ssize_t(char **, size_t *, int, FILE *), "getdelim")(&text, &room, delimiter, file);
    if (got < 0 || toWaitFor) {
      ::free(text);
      endStreamStep(number, "getline", site);
      return -1;
    }
    n = static_cast<size_t>(got);
    char *copy = static_cast<char *>(files::take(n + 1)); // the block may end before it is the program's
    undoLog.touch(copy, n + 1);
    memcpy(copy, text, n + 1);
    ::free(text);
    text = copy;
    endStreamStep(number, "getline", site);
  }
  if (!*line || *size < n + 1) {
    *size = std::max<size_t>(120, n + 1);
    char *larger = static_cast<char *>(allocateForProgram(*size));
    if (*line)
      free(*line);
    *line = larger;
  }
  noteWrite(*line, n + 1, site);
  memcpy(*line, text, n + 1);
  files::give(text, n + 1);
  return static_cast<ssize_t>(n);
}

} // namespace

XBLOCK_OF_FILES(ssize_t, getline, (char **line, size_t *size, FILE *stream), (line, size, stream), {
  return getLine(line, size, '\n', stream, site);
})
XBLOCK_OF_FILES(ssize_t, getdelim, (char **line, size_t *size, int delimiter, FILE *stream), (line, size, delimiter, stream), {
  return getLine(line, size, delimiter, stream, site);
})
XBLOCK_OF_FILES(ssize_t, __getdelim, (char **line, size_t *size, int delimiter, FILE *stream), (line, size, delimiter, stream), {
  return getLine(line, size, delimiter, stream, site);
})

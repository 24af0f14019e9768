// What goes to stdout and stderr is captured with the schedule. Other streams pass through until threads are explored, and are the
// model's from then on (streams.cpp).
// That stdout and stderr are locked is no boundary, but where a thread holds one: in which order threads print is no question of the search.
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/format_reads.h"
#include "intercept/streams.h"
#include "memory/program_memory.h"
#include "world/output.h"
#include "world/strict_memory_linux.h"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/uio.h>

using namespace xblock;

namespace {

/// 1 or 2 if the program writes to a captured stream; 0: the real function is to be called; kFile: it is a modelled file's.
constexpr int kFile = -1;
int captured(FILE *stream, StreamLocking locking = StreamLocking::Takes) {
  if (!running.onFiber || runtimeDepth)
    return 0;
  // glibc could cancel it where the buffer is written: the verdict says so.
  running.printsAsked |= !running.replaying && threadOf(running.thread).cancel.listens() && isAsked();
  if (stream != stdout && stream != stderr)
    return running.filesModelled ? kFile : 0;
  int to = stream == stdout ? 1 : 2;
  if (running.exploring && locking == StreamLocking::Takes)
    passStandardLock(to, nullptr);
  return to;
}

int captured(int fd) {
  if (!running.onFiber || runtimeDepth)
    return 0;
  if (fd == 1 || fd == 2)
    return fd;
  return running.filesModelled ? kFile : 0;
}

/// First of all in such a call, which the explorer may make too: where it is in the program, as takeSite() tells.
const xblock_site *takeSiteOfOutput() { return running.onFiber && !runtimeDepth ? takeSite() : nullptr; }

/// Of a call that a library makes, as for std::cout: a place that no call of the program has. What it writes is the program's.
const xblock_site *siteOfRead(const xblock_site *site) {
  static constexpr xblock_site kUnknown{"", "", 0, 0};
  return site ? site : &kUnknown;
}

/// Of write and writev.
ssize_t fault() {
  errno = EFAULT;
  noteModelledFault();
  return -1;
}

void append(int stream, const void *bytes, size_t n, const xblock_site *site) {
  if (n)
    noteRead(bytes, n, siteOfRead(site));
  output.append(stream, bytes, n);
}

/// Reads its end as well, on which it depends how far the text goes.
void appendText(int stream, const char *text, const xblock_site *site) {
  size_t n = strlen(text);
  noteRead(text, n + 1, siteOfRead(site));
  output.append(stream, text, n);
}

int appendFormatted(int stream, const char *format, va_list arguments, const xblock_site *site) {
  RuntimeScope scope;
  noteFormatReads(format, arguments, siteOfRead(site));
  char *text = nullptr;
  int n = vasprintf(&text, format, arguments);
  if (n >= 0) {
    output.append(stream, text, static_cast<size_t>(n));
    ::free(text);
  }
  return n;
}

} // namespace

XBLOCK_EVERYWHERE(int, vfprintf, (FILE * stream, const char *format, va_list arguments), (stream, format, arguments)) {
  const xblock_site *site = takeSiteOfOutput();
  int to = captured(stream);
  if (!to)
    return XBLOCK_REAL(int(FILE *, const char *, va_list), "vfprintf")(stream, format, arguments);
  if (to == kFile) {
    noteFormatReads(format, arguments, siteOfRead(site));
    return onStream(stream, "fprintf", site, [&](FILE *f) {
      return XBLOCK_REAL(int(FILE *, const char *, va_list), "vfprintf")(f, format, arguments);
    });
  }
  return appendFormatted(to, format, arguments, site);
}

XBLOCK_EVERYWHERE(int, vprintf, (const char *format, va_list arguments), (format, arguments)) {
  return fn_vfprintf(stdout, format, arguments);
}

// Variadic functions cannot pass their arguments on: the exported name is written out.
#define XBLOCK_PRINTF(name, parameters, stream)                                                    \
  extern "C" XBLOCK_EXPORT int fn_##name parameters __asm__("__xblock_fn_" #name);                 \
  extern "C" XBLOCK_EXPORT int exported_##name parameters __asm__(#name);                          \
  int fn_##name parameters {                                                                       \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    int n = fn_vfprintf(stream, format, arguments);                                                \
    va_end(arguments);                                                                             \
    return n;                                                                                      \
  }                                                                                                \
  int exported_##name parameters {                                                                 \
    __xblock_call_site = nullptr;                                                                  \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    int n = fn_vfprintf(stream, format, arguments);                                                \
    va_end(arguments);                                                                             \
    return n;                                                                                      \
  }
XBLOCK_PRINTF(printf, (const char *format, ...), stdout)
XBLOCK_PRINTF(fprintf, (FILE * file, const char *format, ...), file)

namespace {

int putText(const char *text, FILE *stream, const xblock_site *site, StreamLocking locking) {
  int to = captured(stream, locking);
  if (!to)
    return XBLOCK_REAL(int(const char *, FILE *), "fputs")(text, stream);
  if (to == kFile) {
    readString(text, site);
    return onStream(stream, "fputs", site, [&](FILE *f) { return XBLOCK_REAL(int(const char *, FILE *), "fputs")(text, f); }, locking);
  }
  appendText(to, text, site);
  return 1;
}

int putByte(int c, FILE *stream, const xblock_site *site, StreamLocking locking) {
  int to = captured(stream, locking);
  if (!to)
    return XBLOCK_REAL(int(int, FILE *), "fputc")(c, stream);
  if (to == kFile)
    return onStream(stream, "fputc", site, [&](FILE *f) { return XBLOCK_REAL(int(int, FILE *), "fputc")(c, f); }, locking);
  char byte = static_cast<char>(c);
  output.append(to, &byte, 1);
  return static_cast<unsigned char>(c);
}

/// Of what goes through a pipe, each part is a step: all of it may never fit.
size_t putBytes(const void *bytes, size_t size, size_t count, FILE *stream, const xblock_site *site, StreamLocking locking) {
  int to = captured(stream, locking);
  if (!to)
    return XBLOCK_REAL(size_t(const void *, size_t, size_t, FILE *), "fwrite")(bytes, size, count, stream);
  size_t n = size * count;
  if (!n)
    return 0;
  if (to != kFile) {
    append(to, bytes, n, site);
    return count;
  }
  readBytes(static_cast<const char *>(bytes), n, site);
  constexpr size_t kPart = 4096;
  size_t done = 0;
  bool listens = true;
  {
    RuntimeScope scope;
    StreamCall call = enterStream(stream, "fwrite", site, locking);
    for (bool goesOn = true; goesOn && listens;) {
      size_t part = std::min(kPart, n - done);
      size_t got = XBLOCK_REAL(size_t(const void *, size_t, size_t, FILE *), "fwrite")(static_cast<const char *>(bytes) + done, 1, part, beginStreamStep(call));
      done += got;
      goesOn = got == part && done < n;
      listens = endStreamStep(call, "fwrite", site, goesOn);
    }
  }
  if (!listens)
    actOnRequest();
  return done == n ? count : done / size;
}

int flush(FILE *stream, const xblock_site *site, StreamLocking locking) {
  if (running.onFiber && !runtimeDepth && !stream && filesAreModelled())
    return flushAll(site), 0;
  if (running.onFiber && !runtimeDepth && (!stream || stream == stdout || stream == stderr)) {
    if (stream)
      captured(stream, locking);
    return 0;
  }
  if (filesAreModelled())
    return onStream(stream, "fflush", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fflush")(f); }, locking);
  return XBLOCK_REAL(int(FILE *), "fflush")(stream);
}

constexpr StreamLocking kTakes = StreamLocking::Takes, kLeaves = StreamLocking::Leaves;

} // namespace

XBLOCK_EVERYWHERE(int, fputs, (const char *text, FILE *stream), (text, stream)) { return putText(text, stream, takeSite(), kTakes); }
XBLOCK_EVERYWHERE(int, fputs_unlocked, (const char *text, FILE *stream), (text, stream)) { return putText(text, stream, takeSite(), kLeaves); }

XBLOCK_EVERYWHERE(int, puts, (const char *text), (text)) {
  const xblock_site *site = takeSiteOfOutput();
  int to = captured(stdout);
  if (!to)
    return XBLOCK_REAL(int(const char *), "puts")(text);
  appendText(to, text, site);
  output.append(to, "\n", 1);
  return 1;
}

XBLOCK_EVERYWHERE(int, fputc, (int c, FILE *stream), (c, stream)) { return putByte(c, stream, takeSite(), kTakes); }
XBLOCK_EVERYWHERE(int, putc, (int c, FILE *stream), (c, stream)) { return putByte(c, stream, takeSite(), kTakes); }
XBLOCK_EVERYWHERE(int, putchar, (int c), (c)) { return putByte(c, stdout, takeSite(), kTakes); }
XBLOCK_EVERYWHERE(int, fputc_unlocked, (int c, FILE *stream), (c, stream)) { return putByte(c, stream, takeSite(), kLeaves); }
XBLOCK_EVERYWHERE(int, putc_unlocked, (int c, FILE *stream), (c, stream)) { return putByte(c, stream, takeSite(), kLeaves); }
XBLOCK_EVERYWHERE(int, putchar_unlocked, (int c), (c)) { return putByte(c, stdout, takeSite(), kLeaves); }
XBLOCK_EVERYWHERE(size_t, fwrite, (const void *bytes, size_t size, size_t count, FILE *stream), (bytes, size, count, stream)) {
  return putBytes(bytes, size, count, stream, takeSite(), kTakes);
}
XBLOCK_EVERYWHERE(size_t, fwrite_unlocked, (const void *bytes, size_t size, size_t count, FILE *stream), (bytes, size, count, stream)) {
  return putBytes(bytes, size, count, stream, takeSite(), kLeaves);
}
XBLOCK_EVERYWHERE(int, fflush, (FILE * stream), (stream)) { return flush(stream, takeSite(), kTakes); }
XBLOCK_EVERYWHERE(int, fflush_unlocked, (FILE * stream), (stream)) { return flush(stream, takeSite(), kLeaves); }

XBLOCK_EVERYWHERE(void, perror, (const char *text), (text)) {
  int error = errno;
  const xblock_site *site = takeSiteOfOutput();
  if (!captured(stderr))
    return XBLOCK_REAL(void(const char *), "perror")(text);
  RuntimeScope scope;
  if (text)
    appendText(2, text, site);
  if (text && *text)
    output.append(2, ": ", 2);
  const char *what = strerror(error);
  output.append(2, what, strlen(what));
  output.append(2, "\n", 1);
}

XBLOCK_EVERYWHERE(ssize_t, write, (int fd, const void *bytes, size_t n), (fd, bytes, n)) {
  int to = captured(fd);
  if (!to)
    return XBLOCK_REAL(ssize_t(int, const void *, size_t), "write")(fd, bytes, n);
  if (to == kFile) {
    return writeToFile(fd, bytes, n, takeSite());
  }
  const xblock_site *site = takeSite();
  cancellationPoint(site);
  if (n && !isReadable(bytes))
    return fault();
  append(to, bytes, n, site);
  return static_cast<ssize_t>(n);
}

XBLOCK_EVERYWHERE(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count)) {
  int to = captured(fd);
  if (!to)
    return XBLOCK_REAL(ssize_t(int, const struct iovec *, int), "writev")(fd, parts, count);
  if (to == kFile) {
    return writeToFile(fd, parts, count, takeSite());
  }
  const xblock_site *site = takeSite();
  cancellationPoint(site);
  CutHeld held; // all of it is one step
  ssize_t n = 0;
  for (int i = 0; i < count; ++i) {
    if (parts[i].iov_len && !isReadable(parts[i].iov_base)) {
      if (n)
        break;
      return fault();
    }
    append(to, parts[i].iov_base, parts[i].iov_len, site);
    n += static_cast<ssize_t>(parts[i].iov_len);
  }
  return n;
}

XBLOCK_OF_FILES(ssize_t, read, (int fd, void *to, size_t n), (fd, to, n), { return readFromFile(fd, to, n, site); })

XBLOCK_INSTRUMENTED(int, setvbuf, (FILE * stream, char *buffer, int mode, size_t size)) {
  int to = captured(stream);
  if (to == kFile) { // its buffer is the model's, of the size that is asked for
    const xblock_site *site = takeSite();
    if (buffer && size > sizeof Stream::buffer)
      unsupported("setvbuf with more than 4,096 bytes", site);
    return onStream(stream, "setvbuf", site, [&](FILE *f) {
      if (buffer || mode == _IONBF)
        keepGivenBuffer(f, mode == _IONBF ? nullptr : buffer);
      return setvbuf(f, buffer && mode != _IONBF ? bufferOf(f) : nullptr, mode, buffer ? size : 0);
    });
  }
  if (to && (buffer || mode == _IONBF))
    keepGivenBuffer(stream, mode == _IONBF ? nullptr : buffer);
  return to ? 0 : setvbuf(stream, buffer, mode, size);
}

// Else std::cout would keep a buffer of its own, in the library, which is not rolled back.
XBLOCK_INSTRUMENTED(bool, _ZNSt8ios_base15sync_with_stdioEb, (bool)) { return true; }

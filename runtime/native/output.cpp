// What threads write comes in the order of their turns, in a replay too: within the turn, behind whoever has locked the
// stream. Not what goes to a pipe or a socket: a thread that reads it may need the turn first.
#include "native/calls.h"
#include "native/real.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace xblock::native;

namespace {

bool mayWait(int file) {
  struct stat status;
  return file >= 0 && ::fstat(file, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISCHR(status.st_mode);
}

template <typename Write> auto toFile(int file, Write write) {
  int before = errno;
  if (mayWait(file))
    giveBack();
  else
    event();
  errno = before;
  return write();
}

int lockStream(FILE *stream) {
  return acquiring([=] { return REAL(ftrylockfile)(stream) == 0 ? 0 : EBUSY; }, EBUSY,
                   [=] {
                     REAL(flockfile)(stream);
                     return 0;
                   });
}

template <typename Write> auto toStream(FILE *stream, Write write) {
  int before = errno;
  const bool waits = mayWait(REAL(fileno_unlocked)(stream));
  if (waits)
    giveBack();
  else
    lockStream(stream);
  errno = before;
  auto result = write();
  if (!waits)
    REAL(funlockfile)(stream);
  return result;
}

} // namespace

NATIVE_ONLY(void, flockfile, (FILE * stream)) { lockStream(stream); }
NATIVE_ONLY(int, ftrylockfile, (FILE * stream)) {
  return trying([=] { return REAL(ftrylockfile)(stream); });
}
NATIVE_ONLY(void, funlockfile, (FILE * stream)) {
  event();
  REAL(funlockfile)(stream);
}

NATIVE_ONLY(int, vfprintf, (FILE * stream, const char *format, va_list values)) {
  return toStream(stream, [&] { return REAL(vfprintf)(stream, format, values); });
}
NATIVE_ONLY(int, vprintf, (const char *format, va_list values)) { return native_vfprintf(stdout, format, values); }
NATIVE_ONLY(int, fprintf, (FILE * stream, const char *format, ...)) {
  va_list values;
  va_start(values, format);
  int result = native_vfprintf(stream, format, values);
  va_end(values);
  return result;
}
NATIVE_ONLY(int, printf, (const char *format, ...)) {
  va_list values;
  va_start(values, format);
  int result = native_vfprintf(stdout, format, values);
  va_end(values);
  return result;
}
NATIVE_ONLY(int, vdprintf, (int file, const char *format, va_list values)) {
  return toFile(file, [&] { return REAL(vdprintf)(file, format, values); });
}
NATIVE_ONLY(int, dprintf, (int file, const char *format, ...)) {
  va_list values;
  va_start(values, format);
  int result = native_vdprintf(file, format, values);
  va_end(values);
  return result;
}

NATIVE_ONLY(int, puts, (const char *text)) {
  return toStream(stdout, [=] { return REAL(puts)(text); });
}
NATIVE_ONLY(int, fputs, (const char *text, FILE *stream)) {
  return toStream(stream, [=] { return REAL(fputs)(text, stream); });
}
NATIVE_ONLY(int, fputs_unlocked, (const char *text, FILE *stream)) {
  return toFile(REAL(fileno_unlocked)(stream), [=] { return REAL(fputs_unlocked)(text, stream); });
}
NATIVE_ONLY(size_t, fwrite, (const void *data, size_t size, size_t n, FILE *stream)) {
  return toStream(stream, [=] { return REAL(fwrite)(data, size, n, stream); });
}
NATIVE_ONLY(size_t, fwrite_unlocked, (const void *data, size_t size, size_t n, FILE *stream)) {
  return toFile(REAL(fileno_unlocked)(stream), [=] { return REAL(fwrite_unlocked)(data, size, n, stream); });
}
NATIVE_ONLY(void, perror, (const char *text)) {
  toStream(stderr, [=] {
    REAL(perror)(text);
    return 0;
  });
}

// By names of their own: those of putc and its like are macros in some headers.
#define NATIVE_PUT(name, real)                                                                     \
  NATIVE_ONLY(int, name, (int c, FILE *stream)) {                                                  \
    return toStream(stream, [=] { return REAL(real)(c, stream); });                                \
  }                                                                                                \
  NATIVE_ONLY(int, name##_unlocked, (int c, FILE *stream)) {                                       \
    return toFile(REAL(fileno_unlocked)(stream), [=] { return REAL(real##_unlocked)(c, stream); });\
  }
NATIVE_PUT(putc, fputc)
NATIVE_PUT(fputc, fputc)
NATIVE_ONLY(int, putchar, (int c)) { return native_fputc(c, stdout); }
NATIVE_ONLY(int, putchar_unlocked, (int c)) { return native_fputc_unlocked(c, stdout); }

// All streams, where it is null: each with its own lock, so that one of them may have to be waited for.
NATIVE_ONLY(int, fflush, (FILE * stream)) {
  if (stream)
    return toStream(stream, [=] { return REAL(fflush)(stream); });
  giveBack();
  return REAL(fflush)(nullptr);
}
NATIVE_ONLY(int, fflush_unlocked, (FILE * stream)) {
  if (stream)
    return toFile(REAL(fileno_unlocked)(stream), [=] { return REAL(fflush_unlocked)(stream); });
  giveBack();
  return REAL(fflush_unlocked)(nullptr);
}

NATIVE_ONLY(ssize_t, write, (int file, const void *data, size_t n)) {
  return toFile(file, [=] { return REAL(write)(file, data, n); });
}
NATIVE_ONLY(ssize_t, writev, (int file, const iovec *parts, int n)) {
  return toFile(file, [=] { return REAL(writev)(file, parts, n); });
}

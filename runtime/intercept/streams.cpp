// The functions of FILE on files. stdout and stderr, and what prints, are in stdio.cpp; the objects in stream_objects.cpp.
#include "files/arena.h"
#include "intercept/streams.h"
#include "world/output.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdio_ext.h>

using namespace xblock;

namespace {

constexpr int kError = 0x20; // glibc's _flags

/// fgets of `most` bytes and a zero at most; the length of the line, in which there may be zeros. What lay behind it were line breaks:
/// the first one of them has the zero that fgets wrote last before it, that of the line behind it.
size_t readLine(FILE *file, char *part, size_t most) {
  memset(part, '\n', most + 1);
  if (!XBLOCK_REAL(char *(char *, int, FILE *), "fgets")(part, static_cast<int>(most) + 1, file))
    return 0;
  auto *end = static_cast<const char *>(memchr(part, '\n', most + 1));
  if (!end)
    return most;
  size_t before = static_cast<size_t>(end - part);
  return before < most && !end[1] ? before + 1 : before - 1;
}

/// Reads into private memory by `get`, which returns how many bytes it got, and copies them to the program's, until it has all that it
/// wants: what a pipe holds is taken part by part, each a step of its own. `more` says whether to go on behind a part.
template <typename Get, typename More>
size_t readParts(FILE *given, const char *function, char *to, size_t n, const xblock_site *site, StreamLocking locking, Get get, More more) {
  size_t done = 0;
  bool listens = true;
  {
    RuntimeScope scope;
    StreamCall call = enterStream(given, function, site, locking);
    for (bool goesOn = true; goesOn && listens;) {
      FILE *file = beginStreamStep(call);
      auto *part = static_cast<char *>(malloc(n - done + 1));
      size_t got = get(file, part, n - done);
      bool waits = toWaitFor.has_value();
      if (waits && got) {
        toWaitFor.reset();
        file->_flags &= ~kError;
      }
      if (got) {
        noteWrite(to + done, got, site);
        memcpy(to + done, part, got);
      }
      done += got;
      goesOn = waits && got && done < n && more(part, got);
      ::free(part);
      listens = endStreamStep(call, function, site, goesOn);
    }
  }
  if (!listens)
    actOnRequest();
  return done;
}

} // namespace

XBLOCK_UNLOCKED(size_t, fread, (void *to, size_t size, size_t count, FILE *stream), (to, size, count, stream), {
  size_t n = size * count;
  if (!n)
    return 0;
  return readParts(stream, "fread", static_cast<char *>(to), n, site, locking,
                   [](FILE *f, char *part, size_t rest) { return XBLOCK_REAL(size_t(void *, size_t, size_t, FILE *), "fread")(part, 1, rest, f); },
                   [](const char *, size_t) { return true; }) / size;
})
XBLOCK_UNLOCKED(int, fgetc, (FILE * stream), (stream), {
  return onStream(stream, "fgetc", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fgetc")(f); }, locking);
})
XBLOCK_UNLOCKED(int, getc, (FILE * stream), (stream), {
  return onStream(stream, "getc", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fgetc")(f); }, locking);
})
XBLOCK_UNLOCKED(int, getchar, (), (), {
  return onStream(stdin, "getchar", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fgetc")(f); }, locking);
})
XBLOCK_UNLOCKED(char *, fgets, (char *to, int n, FILE *stream), (to, n, stream), {
  if (n <= 0)
    return nullptr;
  if (n == 1) {
    noteWrite(to, 1, site);
    *to = 0;
    return to;
  }
  size_t got = readParts(stream, "fgets", to, static_cast<size_t>(n) - 1, site, locking, readLine,
                         [](const char *part, size_t length) { return part[length - 1] != '\n'; });
  if (!got)
    return nullptr;
  noteWrite(to + got, 1, site);
  to[got] = 0;
  return to;
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
  return onStream(stream, "fgetpos", site, [&](FILE *f) {
    noteWrite(to, sizeof *to, site);
    return XBLOCK_REAL(int(FILE *, fpos_t *), "fgetpos")(f, to);
  });
})
XBLOCK_BOTH(int, fsetpos, (FILE * stream, const fpos_t *to), (stream, to), {
  noteRead(to, sizeof *to, site);
  return onStream(stream, "fsetpos", site, [&](FILE *f) { return XBLOCK_REAL(int(FILE *, const fpos_t *), "fsetpos")(f, to); });
})

namespace {

bool isCaptured(FILE *stream) { return stream == stdout || stream == stderr; }

} // namespace

XBLOCK_UNLOCKED(int, feof, (FILE * stream), (stream), {
  return isCaptured(stream) ? 0 : onStream(stream, "feof", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "feof")(f); }, locking);
})
XBLOCK_UNLOCKED(int, ferror, (FILE * stream), (stream), {
  return isCaptured(stream) ? 0 : onStream(stream, "ferror", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "ferror")(f); }, locking);
})
XBLOCK_UNLOCKED(void, clearerr, (FILE * stream), (stream), {
  if (!isCaptured(stream))
    onStream(stream, "clearerr", site, [](FILE *f) { return XBLOCK_REAL(void(FILE *), "clearerr")(f), 0; }, locking);
})
XBLOCK_UNLOCKED(int, fileno, (FILE * stream), (stream), {
  if (isCaptured(stream))
    return stream == stdout ? 1 : 2;
  RuntimeScope scope;
  static_cast<void>(locking);
  unsigned s = streamOf(stream, "fileno", site);
  noteLook(s);
  int fd = streamAt(s).fd;
  return endFileCall(fd, "fileno", nameOf(files::fileAt(fd)), site);
})
XBLOCK_OF_FILES(void, setbuf, (FILE * stream, char *buffer), (stream, buffer), {
  if (!isCaptured(stream) && buffer)
    unsupported("setbuf with a buffer: it has 8,192 bytes", site);
  if (isCaptured(stream))
    return keepGivenBuffer(stream, buffer);
  onStream(stream, "setbuf", site, [](FILE *f) {
    keepGivenBuffer(f, nullptr);
    return setvbuf(f, nullptr, _IONBF, 0);
  });
})
XBLOCK_OF_FILES(void, setlinebuf, (FILE * stream), (stream), {
  if (!isCaptured(stream))
    onStream(stream, "setlinebuf", site, [](FILE *f) { return setvbuf(f, nullptr, _IOLBF, 0); });
})

namespace {

/// The line grows on the program's heap, once its end was read.
ssize_t getLine(char **line, size_t *size, int delimiter, FILE *stream, const xblock_site *site) {
  if (!line || !size) {
    errno = EINVAL;
    return -1;
  }
  size_t n = 0, room = 0;
  char *text = nullptr; // of the model's: blocks end in between
  bool listens = true;
  {
    RuntimeScope scope;
    StreamCall call = enterStream(stream, "getline", site, StreamLocking::Takes);
    for (bool goOn = true; goOn && listens;) {
      FILE *file = beginStreamStep(call);
      char *part = nullptr;
      size_t ignored = 0;
      ssize_t got = XBLOCK_REAL(ssize_t(char **, size_t *, int, FILE *), "getdelim")(&part, &ignored, delimiter, file);
      goOn = toWaitFor && got > 0 && part[got - 1] != static_cast<char>(delimiter);
      if (toWaitFor && got > 0) {
        toWaitFor.reset();
        file->_flags &= ~kError;
      }
      if (got > 0) {
        size_t needed = n + static_cast<size_t>(got) + 1;
        if (needed > room) {
          char *larger = static_cast<char *>(files::take(2 * needed));
          undoLog.touch(larger, 2 * needed);
          memcpy(larger, text, n);
          files::give(text, room);
          text = larger;
          room = 2 * needed;
        }
        undoLog.touch(text + n, static_cast<size_t>(got) + 1);
        memcpy(text + n, part, static_cast<size_t>(got) + 1);
        n += static_cast<size_t>(got);
      }
      ::free(part);
      listens = endStreamStep(call, "getline", site, goOn);
    }
    if (!listens)
      files::give(text, room);
  }
  if (!listens)
    actOnRequest();
  if (!n)
    return -1;
  if (running.cutPending)
    cutNow();
  CutHeld held; // what was told of is not done before the end
  noteRead(line, sizeof *line, site);
  noteRead(size, sizeof *size, site);
  if (!*line || *size < n + 1) {
    size_t larger = std::max<size_t>(120, n + 1);
    char *fresh = static_cast<char *>(allocateForProgram(larger));
    if (*line)
      free(*line);
    noteWrite(line, sizeof *line, site);
    *line = fresh;
    noteWrite(size, sizeof *size, site);
    *size = larger;
  }
  noteWrite(*line, n + 1, site);
  memcpy(*line, text, n + 1);
  files::give(text, room);
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

// What the macros of <stdio.h> call where a buffer is full, or empty.
XBLOCK_OF_FILES(int, __overflow, (FILE * stream, int c), (stream, c), {
  if (isCaptured(stream)) {
    char byte = static_cast<char>(c);
    output.append(stream == stdout ? 1 : 2, &byte, 1);
    return static_cast<unsigned char>(c);
  }
  return onStream(stream, "fputc", site, [&](FILE *f) { return XBLOCK_REAL(int(int, FILE *), "fputc")(c, f); }, StreamLocking::Leaves);
})
XBLOCK_OF_FILES(int, __uflow, (FILE * stream), (stream), {
  return onStream(stream, "fgetc", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fgetc")(f); }, StreamLocking::Leaves);
})
XBLOCK_OF_FILES(int, __fsetlocking, (FILE * stream, int type), (stream, type), {
  if (isCaptured(stream)) {
    if (type != FSETLOCKING_QUERY)
      unsupported("__fsetlocking of stdout or stderr", site);
    return FSETLOCKING_INTERNAL;
  }
  return onStream(stream, "__fsetlocking", site, [&](FILE *f) { return __fsetlocking(f, type); }, StreamLocking::Leaves);
})

// What std::filebuf opens and closes by, in libstdc++: it writes to the object without hooks behind the call of fopen or fclose.
namespace {

struct BasicFile {
  FILE *file;
  bool mine;
};
template <typename Call> auto onBasicFile(BasicFile *self, const xblock_site *site, Call call) {
  noteWrite(self, sizeof *self, site);
  if (!filesAreModelled())
    return call();
  holdFileSteps(true);
  auto result = call();
  holdFileSteps(false);
  endFileStep(0, "open or close a stream", "", site);
  return result;
}

} // namespace

XBLOCK_INSTRUMENTED(BasicFile *, _ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei, (BasicFile * self, const char *path, int mode, int protection)) {
  return onBasicFile(self, takeSite(), [&] {
    return XBLOCK_REAL(BasicFile *(BasicFile *, const char *, int, int), "_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei")(self, path, mode, protection);
  });
}
XBLOCK_INSTRUMENTED(BasicFile *, _ZNSt12__basic_fileIcE5closeEv, (BasicFile * self)) {
  return onBasicFile(self, takeSite(), [&] { return XBLOCK_REAL(BasicFile *(BasicFile *), "_ZNSt12__basic_fileIcE5closeEv")(self); });
}
XBLOCK_INSTRUMENTED(void, _ZNSt12__basic_fileIcED1Ev, (BasicFile * self)) {
  onBasicFile(self, takeSite(), [&] { return XBLOCK_REAL(void(BasicFile *), "_ZNSt12__basic_fileIcED1Ev")(self), 0; });
}
XBLOCK_INSTRUMENTED(void, _ZNSt12__basic_fileIcED2Ev, (BasicFile * self)) {
  onBasicFile(self, takeSite(), [&] { return XBLOCK_REAL(void(BasicFile *), "_ZNSt12__basic_fileIcED2Ev")(self), 0; });
}
// __gnu_cxx::stdio_filebuf.
XBLOCK_INSTRUMENTED(BasicFile *, _ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode, (BasicFile * self, int descriptor, int mode)) {
  return onBasicFile(self, takeSite(), [&] {
    return XBLOCK_REAL(BasicFile *(BasicFile *, int, int), "_ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode")(self, descriptor, mode);
  });
}
XBLOCK_INSTRUMENTED(BasicFile *, _ZNSt12__basic_fileIcE8sys_openEP8_IO_FILESt13_Ios_Openmode, (BasicFile * self, FILE *file, int mode)) {
  return onBasicFile(self, takeSite(), [&] {
    return XBLOCK_REAL(BasicFile *(BasicFile *, FILE *, int), "_ZNSt12__basic_fileIcE8sys_openEP8_IO_FILESt13_Ios_Openmode")(self, file, mode);
  });
}

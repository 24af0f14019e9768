// scanf and its like: glibc scans one conversion after the other into memory of the runtime's, which is copied to where the program
// wants it once its size is known.
#include "intercept/streams.h"

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace xblock;

extern "C" int __isoc99_vsscanf(const char *, const char *, va_list);
extern "C" int __isoc99_vfscanf(FILE *, const char *, va_list);

namespace {

/// Where it is scanned from: a string from `at` on, or a stream.
struct Source {
  const char *text;
  size_t at;
  FILE *file;

  /// One piece of a format, which ends in %n: what glibc returns; *n stays -1 if it was not matched to its end.
  int scan(const std::string &piece, int *n, ...) {
    va_list arguments;
    va_start(arguments, n);
    int result = file ? __isoc99_vfscanf(file, piece.c_str(), arguments) : __isoc99_vsscanf(text + at, piece.c_str(), arguments);
    va_end(arguments);
    if (*n > 0)
      at += static_cast<size_t>(*n);
    return result;
  }
};

/// %[*][width][m][length]conversion
struct Conversion {
  bool suppressed = false, allocates = false;
  unsigned width = 0;
  std::string length, rest; ///< rest: the conversion, for %[ with its set
  char kind = 0;

  /// Behind the %.
  explicit Conversion(const char *&f) {
    for (; *f == '*' || *f == '\''; ++f)
      suppressed |= *f == '*';
    while (*f >= '0' && *f <= '9')
      width = width * 10 + static_cast<unsigned>(*f++ - '0');
    for (; *f == 'm'; ++f)
      allocates = true;
    while (*f && strchr("hljztLq", *f))
      length += *f++;
    kind = *f;
    if (!kind)
      return;
    rest = *f++;
    if (kind != '[')
      return;
    if (*f == '^')
      rest += *f++;
    if (*f == ']')
      rest += *f++;
    while (*f && *f != ']')
      rest += *f++;
    if (*f)
      rest += *f++;
  }

  bool isText() const { return kind == 's' || kind == '[' || kind == 'c'; }
  size_t size() const {
    if (strchr("eEfFgGaA", kind))
      return length == "L" ? sizeof(long double) : length == "l" ? sizeof(double) : sizeof(float);
    return kind == 'p' ? sizeof(void *) : length == "hh" ? 1 : length == "h" ? 2 : length.empty() ? 4 : 8;
  }
  /// A format of glibc's: with modifier *, m or none.
  std::string piece(const char *modifier) const {
    return "%" + std::string(*modifier == '*' ? "*" : "") + (width ? std::to_string(width) : "") + (*modifier == 'm' ? "m" : "") + length + rest + "%n";
  }
};

void give(void *to, const void *from, size_t n, const xblock_site *site) {
  if (n)
    noteWrite(to, n, site);
  memcpy(to, from, n);
}

int scan(Source source, const char *format, va_list arguments, const xblock_site *site) {
  int count = 0;
  auto failed = [&](int result) { return result == EOF && count == 0 ? EOF : count; };
  for (const char *f = format; *f;) {
    int n = -1;
    if (*f != '%' || f[1] == '%') {
      std::string piece;
      while (*f && (*f != '%' || f[1] == '%')) {
        piece += *f;
        if (*f++ == '%')
          piece += *f++;
      }
      int result = source.scan(piece + "%n", &n, &n);
      if (n < 0)
        return failed(result);
      continue;
    }
    Conversion c(++f);
    if (!c.kind || !strchr("diouxXeEfFgGaAcs[pn", c.kind) || (c.isText() && !c.length.empty()))
      unsupported("a format of scanf that is not known", site);
    if (c.kind == 'n') {
      long long at = static_cast<long long>(source.at);
      give(va_arg(arguments, void *), &at, c.size(), site);
      continue;
    }
    int result;
    if (c.suppressed) {
      result = source.scan(c.piece("*"), &n, &n);
      if (n < 0)
        return failed(result);
      continue;
    }
    if (!c.isText()) {
      alignas(16) char value[16];
      result = source.scan(c.piece(""), &n, value, &n);
      if (result < 1)
        return failed(result);
      give(va_arg(arguments, void *), value, c.size(), site);
    } else {
      char *text = nullptr;
      result = source.scan(c.piece("m"), &n, &text, &n);
      if (result < 1)
        return failed(result);
      size_t size = c.kind == 'c' ? (c.width ? c.width : 1) : strlen(text) + 1;
      void *to = va_arg(arguments, void *);
      if (c.allocates) {
        --runtimeDepth; // the program's
        void *copy = allocateForProgram(size);
        ++runtimeDepth;
        give(to, &copy, sizeof copy, site);
        to = copy;
      }
      give(to, text, size, site);
      ::free(text);
    }
    ++count;
  }
  return count;
}

int scanText(const char *text, const char *format, va_list arguments, const xblock_site *site) {
  readString(text, site), readString(format, site);
  RuntimeScope scope;
  CutHeld held; // between what was told of and its doing
  return scan({text, 0, nullptr}, format, arguments, site);
}

int scanStream(FILE *stream, const char *format, va_list arguments, const xblock_site *site) {
  readString(format, site);
  return onStream(stream, "fscanf", site, [&](FILE *f) { return scan({nullptr, 0, f}, format, arguments, site); });
}

} // namespace

// Variadic functions cannot pass their arguments on: the exported name is written out.
#define XBLOCK_SCAN(name, parameters, call, native)                                                \
  XBLOCK_KEEPING(int, fn_##name, fn_##name, parameters) {                                          \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    const xblock_site *site = takeSite();                                                          \
    int n = filesAreModelled() ? call : native;                                                    \
    va_end(arguments);                                                                             \
    return n;                                                                                      \
  }                                                                                                \
  extern "C" XBLOCK_EXPORT int exported_##name parameters __asm__(#name);                          \
  int exported_##name parameters {                                                                 \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    const xblock_site *site = nullptr;                                                             \
    int n = filesAreModelled() ? call : native;                                                    \
    va_end(arguments);                                                                             \
    return n;                                                                                      \
  }
#define XBLOCK_SCANS(prefix)                                                                       \
  XBLOCK_SCAN(prefix##sscanf, (const char *text, const char *format, ...), scanText(text, format, arguments, site),          \
              __isoc99_vsscanf(text, format, arguments))                                           \
  XBLOCK_SCAN(prefix##fscanf, (FILE * stream, const char *format, ...), scanStream(stream, format, arguments, site),         \
              __isoc99_vfscanf(stream, format, arguments))                                         \
  XBLOCK_SCAN(prefix##scanf, (const char *format, ...), scanStream(stdin, format, arguments, site),                          \
              __isoc99_vfscanf(stdin, format, arguments))                                          \
  XBLOCK_OF_FILES(int, prefix##vsscanf, (const char *text, const char *format, va_list arguments), (text, format, arguments), \
                  { return scanText(text, format, arguments, site); })                             \
  XBLOCK_OF_FILES(int, prefix##vfscanf, (FILE * stream, const char *format, va_list arguments), (stream, format, arguments),  \
                  { return scanStream(stream, format, arguments, site); })                         \
  XBLOCK_OF_FILES(int, prefix##vscanf, (const char *format, va_list arguments), (format, arguments),                         \
                  { return scanStream(stdin, format, arguments, site); })
XBLOCK_SCANS()
XBLOCK_SCANS(__isoc99_)

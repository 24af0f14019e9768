// String and memory functions that instrumented code calls: what they read and write is accessed and tracked as if the
// program's own loop had done it.
#include "intercept/accesses.h"
#include "intercept/format_reads.h"
#include "intercept/heap.h"

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>

using namespace xblock;

XBLOCK_FUNCTION(void *, memcpy, (void *to, const void *from, size_t n), {
  return memcpy(written(to, n, site), readBytes(from, n, site), n);
})
XBLOCK_FUNCTION(void *, memmove, (void *to, const void *from, size_t n), {
  return memmove(written(to, n, site), readBytes(from, n, site), n);
})
XBLOCK_FUNCTION(void *, memset, (void *to, int c, size_t n), { return memset(written(to, n, site), c, n); })
XBLOCK_FUNCTION(void *, mempcpy, (void *to, const void *from, size_t n), {
  return mempcpy(written(to, n, site), readBytes(from, n, site), n);
})
XBLOCK_FUNCTION(void, bzero, (void *to, size_t n), { memset(written(to, n, site), 0, n); })
XBLOCK_FUNCTION(int, memcmp, (const void *a, const void *b, size_t n), {
  return memcmp(readBytes(a, n, site), readBytes(b, n, site), n);
})
XBLOCK_FUNCTION(int, bcmp, (const void *a, const void *b, size_t n), {
  return memcmp(readBytes(a, n, site), readBytes(b, n, site), n);
})
XBLOCK_FUNCTION(void *, memchr, (const void *a, int c, size_t n), {
  void *at = const_cast<void *>(memchr(a, c, n));
  readBytes(a, at ? static_cast<size_t>(static_cast<char *>(at) - static_cast<const char *>(a)) + 1 : n, site);
  return at;
})
XBLOCK_FUNCTION(size_t, strlen, (const char *s), { return strlen(readString(s, site)); })
XBLOCK_FUNCTION(size_t, strnlen, (const char *s, size_t n), { return strnlen(readBounded(s, n, site), n); })
XBLOCK_FUNCTION(int, strcmp, (const char *a, const char *b), {
  size_t n = comparedBytes(a, b, SIZE_MAX);
  return strcmp(readBytes(a, n, site), readBytes(b, n, site));
})
XBLOCK_FUNCTION(int, strncmp, (const char *a, const char *b, size_t most), {
  size_t n = comparedBytes(a, b, most);
  return strncmp(readBytes(a, n, site), readBytes(b, n, site), most);
})
XBLOCK_FUNCTION(int, strcasecmp, (const char *a, const char *b), {
  size_t n = 0;
  while (a[n] && tolower(static_cast<unsigned char>(a[n])) == tolower(static_cast<unsigned char>(b[n])))
    ++n;
  return strcasecmp(readBytes(a, n + 1, site), readBytes(b, n + 1, site));
})
XBLOCK_FUNCTION(char *, strchr, (const char *s, int c), {
  const char *at = strchr(s, c);
  readUpTo(s, at ? at : s + strlen(s), site);
  return const_cast<char *>(at);
})
XBLOCK_FUNCTION(char *, strrchr, (const char *s, int c), {
  return const_cast<char *>(strrchr(readString(s, site), c));
})
XBLOCK_FUNCTION(char *, strstr, (const char *s, const char *t), {
  return const_cast<char *>(strstr(readString(s, site), readString(t, site)));
})
XBLOCK_FUNCTION(char *, strcpy, (char *to, const char *from), {
  return strcpy(written(to, strlen(from) + 1, site), readString(from, site));
})
XBLOCK_FUNCTION(char *, stpcpy, (char *to, const char *from), {
  return stpcpy(written(to, strlen(from) + 1, site), readString(from, site));
})
XBLOCK_FUNCTION(char *, strncpy, (char *to, const char *from, size_t n), {
  return strncpy(written(to, n, site), readBounded(from, n, site), n);
})
XBLOCK_FUNCTION(char *, strcat, (char *to, const char *from), {
  size_t at = strlen(readString(to, site));
  written(to + at, strlen(from) + 1, site);
  return strcat(to, readString(from, site));
})
XBLOCK_FUNCTION(char *, strncat, (char *to, const char *from, size_t n), {
  size_t at = strlen(readString(to, site));
  written(to + at, strnlen(from, n) + 1, site);
  return strncat(to, readBounded(from, n, site), n);
})
XBLOCK_FUNCTION(char *, strdup, (const char *s), {
  size_t n = strlen(readString(s, site)) + 1;
  auto *copy = static_cast<char *>(allocateForProgram(n));
  return copy ? static_cast<char *>(memcpy(written(copy, n, site), s, n)) : nullptr;
})
XBLOCK_FUNCTION(int, atoi, (const char *s), {
  char *end;
  long n = strtol(s, &end, 10);
  readUpTo(s, end, site);
  return static_cast<int>(n);
})
XBLOCK_FUNCTION(long, atol, (const char *s), {
  char *end;
  long n = strtol(s, &end, 10);
  readUpTo(s, end, site);
  return n;
})
#define XBLOCK_NUMBER(type, name, parameters, base)                                                \
  XBLOCK_FUNCTION(type, name, parameters, {                                                        \
    char *stop;                                                                                    \
    type n = name base;                                                                            \
    readUpTo(s, stop, site);                                                                       \
    if (end)                                                                                       \
      *written(end, sizeof *end, site) = stop;                                                     \
    return n;                                                                                      \
  })
XBLOCK_NUMBER(long, strtol, (const char *s, char **end, int base), (s, &stop, base))
XBLOCK_NUMBER(unsigned long, strtoul, (const char *s, char **end, int base), (s, &stop, base))
XBLOCK_NUMBER(double, strtod, (const char *s, char **end), (s, &stop))
XBLOCK_FUNCTION(int, vsnprintf, (char *to, size_t n, const char *format, va_list arguments), {
  RuntimeScope scope;
  noteFormatReads(format, arguments, site);
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (n && length >= 0)
    written(to, static_cast<size_t>(length) < n ? static_cast<size_t>(length) + 1 : n, site);
  return vsnprintf(to, n, format, arguments);
})
XBLOCK_FUNCTION(int, vsprintf, (char *to, const char *format, va_list arguments), {
  __xblock_call_site = site; // which it takes
  return fn_vsnprintf(to, SIZE_MAX >> 1, format, arguments);
})
XBLOCK_FUNCTION(int, snprintf, (char *to, size_t n, const char *format, ...), {
  va_list arguments;
  va_start(arguments, format);
  __xblock_call_site = site; // which it takes
  int length = fn_vsnprintf(to, n, format, arguments);
  va_end(arguments);
  return length;
})
XBLOCK_FUNCTION(int, sprintf, (char *to, const char *format, ...), {
  va_list arguments;
  va_start(arguments, format);
  __xblock_call_site = site; // which it takes
  int length = fn_vsnprintf(to, SIZE_MAX >> 1, format, arguments);
  va_end(arguments);
  return length;
})

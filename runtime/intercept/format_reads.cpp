#include "intercept/format_reads.h"

#include "world/running.h"

#include <cstdint>
#include <cstring>
#include <cwchar>
#include <langinfo.h>

namespace xblock {

namespace {

enum class Length { Int, Long, LongLong, LongDouble };

/// Flags, width and precision; consumes * arguments. Returns the precision, or SIZE_MAX.
size_t skipModifiers(const char *&f, va_list arguments) {
  size_t precision = SIZE_MAX;
  f += strspn(f, "-+ #0'I");
  if (*f == '*') {
    va_arg(arguments, int);
    ++f;
  }
  f += strspn(f, "0123456789");
  if (*f == '.') {
    ++f;
    if (*f == '*') {
      int n = va_arg(arguments, int);
      precision = n < 0 ? SIZE_MAX : static_cast<size_t>(n);
      ++f;
    } else {
      precision = 0;
      while (*f >= '0' && *f <= '9')
        precision = precision * 10 + static_cast<size_t>(*f++ - '0');
    }
  }
  return precision;
}

Length skipLength(const char *&f) {
  Length length = Length::Int;
  for (;; ++f) {
    if (*f == 'l')
      length = length == Length::Long ? Length::LongLong : Length::Long;
    else if (*f == 'j' || *f == 'z' || *f == 't' || *f == 'q')
      length = Length::LongLong;
    else if (*f == 'L')
      length = Length::LongDouble;
    else if (*f != 'h')
      return length;
  }
}

/// How many characters of a wide text printf looks at where it may write so many bytes of them: the one that has no room any more is one of them.
size_t wideRead(const wchar_t *text, size_t bytes) {
  const bool utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8"); // else a byte for each
  size_t n = 0;
  for (size_t length; bytes; bytes -= length) {
    const auto c = static_cast<uint32_t>(text[n++]);
    length = !utf8 || c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (!c || length > bytes)
      break;
  }
  return n;
}

} // namespace

void noteFormatReads(const char *format, va_list given, const xblock_site *site) {
  if (!accessRecorder.enabled())
    return;
  va_list arguments;
  va_copy(arguments, given);
  noteRead(format, strlen(format) + 1, site);
  for (const char *f = format; (f = strchr(f, '%')); ++f) {
    ++f;
    if (*f == '%')
      continue;
    size_t precision = skipModifiers(f, arguments);
    Length length = skipLength(f);
    switch (*f) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
      if (length == Length::Int)
        va_arg(arguments, int);
      else
        va_arg(arguments, long long);
      break;
    case 'c':
      va_arg(arguments, int);
      break;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      if (length == Length::LongDouble)
        va_arg(arguments, long double);
      else
        va_arg(arguments, double);
      break;
    case 's':
      if (auto *text = va_arg(arguments, const char *); text && length == Length::Int) {
        size_t n = strnlen(text, precision);
        noteRead(text, n < precision ? n + 1 : n, site);
      } else if (text) {
        noteRead(text, wideRead(reinterpret_cast<const wchar_t *>(text), precision) * sizeof(wchar_t), site);
      }
      break;
    case 'n':
      unsupported("printf with %n", nullptr);
    case 'p':
      va_arg(arguments, void *);
      break;
    case 'm':
      break;
    default: // the rest cannot be followed: positional arguments and the like
      unsupported("a printf format that is not modelled", nullptr);
    }
    if (!*f)
      break;
  }
  va_end(arguments);
}

} // namespace xblock

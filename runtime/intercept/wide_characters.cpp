// Functions for wide characters: std::wstring copies by them. As in memory_functions.cpp.
#include "intercept/accesses.h"
#include "intercept/heap.h"

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <cwchar>

using namespace xblock;

namespace {

constexpr size_t kWide = sizeof(wchar_t);

/// Up to the first difference, as far as the result depends on the characters.
size_t comparedWide(const wchar_t *a, const wchar_t *b, size_t n, bool strings) {
  size_t i = 0;
  while (i < n && a[i] == b[i] && (a[i] || !strings))
    ++i;
  return std::min(n, i + 1);
}

} // namespace

XBLOCK_FUNCTION(wchar_t *, wmemcpy, (wchar_t * to, const wchar_t *from, size_t n), {
  readBytes(from, n * kWide, site);
  return wmemcpy(written(to, n * kWide, site), from, n);
})
XBLOCK_FUNCTION(wchar_t *, wmemmove, (wchar_t * to, const wchar_t *from, size_t n), {
  readBytes(from, n * kWide, site);
  return wmemmove(written(to, n * kWide, site), from, n);
})
XBLOCK_FUNCTION(wchar_t *, wmempcpy, (wchar_t * to, const wchar_t *from, size_t n), {
  readBytes(from, n * kWide, site);
  return wmempcpy(written(to, n * kWide, site), from, n);
})
XBLOCK_FUNCTION(wchar_t *, wmemset, (wchar_t * to, wchar_t c, size_t n), { return wmemset(written(to, n * kWide, site), c, n); })
XBLOCK_FUNCTION(wchar_t *, wmemchr, (const wchar_t *s, wchar_t c, size_t n), {
  auto *at = const_cast<wchar_t *>(wmemchr(s, c, n));
  readBytes(s, (at ? static_cast<size_t>(at - s) + 1 : n) * kWide, site);
  return at;
})
XBLOCK_FUNCTION(int, wmemcmp, (const wchar_t *a, const wchar_t *b, size_t n), {
  size_t compared = comparedWide(a, b, n, false) * kWide;
  return wmemcmp(readBytes(a, compared, site), readBytes(b, compared, site), n);
})
XBLOCK_FUNCTION(size_t, wcslen, (const wchar_t *s), { return wcslen(readString(s, site)); })
XBLOCK_FUNCTION(size_t, wcsnlen, (const wchar_t *s, size_t n), { return wcsnlen(readBounded(s, n, site), n); })
XBLOCK_FUNCTION(int, wcscmp, (const wchar_t *a, const wchar_t *b), {
  size_t n = comparedWide(a, b, SIZE_MAX, true) * kWide;
  return wcscmp(readBytes(a, n, site), readBytes(b, n, site));
})
XBLOCK_FUNCTION(int, wcsncmp, (const wchar_t *a, const wchar_t *b, size_t most), {
  size_t n = comparedWide(a, b, most, true) * kWide;
  return wcsncmp(readBytes(a, n, site), readBytes(b, n, site), most);
})
XBLOCK_FUNCTION(wchar_t *, wcschr, (const wchar_t *s, wchar_t c), {
  const wchar_t *at = wcschr(s, c);
  readUpTo(s, at ? at : s + wcslen(s), site);
  return const_cast<wchar_t *>(at);
})
XBLOCK_FUNCTION(wchar_t *, wcsrchr, (const wchar_t *s, wchar_t c), { return const_cast<wchar_t *>(wcsrchr(readString(s, site), c)); })
XBLOCK_FUNCTION(wchar_t *, wcsstr, (const wchar_t *s, const wchar_t *t), {
  return const_cast<wchar_t *>(wcsstr(readString(s, site), readString(t, site)));
})
XBLOCK_FUNCTION(wchar_t *, wcscpy, (wchar_t * to, const wchar_t *from), {
  readString(from, site);
  return wcscpy(written(to, (wcslen(from) + 1) * kWide, site), from);
})
XBLOCK_FUNCTION(wchar_t *, wcpcpy, (wchar_t * to, const wchar_t *from), {
  readString(from, site);
  return wcpcpy(written(to, (wcslen(from) + 1) * kWide, site), from);
})
XBLOCK_FUNCTION(wchar_t *, wcsncpy, (wchar_t * to, const wchar_t *from, size_t n), {
  readBounded(from, n, site);
  return wcsncpy(written(to, n * kWide, site), from, n);
})
XBLOCK_FUNCTION(wchar_t *, wcscat, (wchar_t * to, const wchar_t *from), {
  size_t at = wcslen(readString(to, site));
  written(to + at, (wcslen(readString(from, site)) + 1) * kWide, site);
  return wcscat(to, from);
})
XBLOCK_FUNCTION(wchar_t *, wcsncat, (wchar_t * to, const wchar_t *from, size_t n), {
  size_t at = wcslen(readString(to, site));
  written(to + at, (wcsnlen(readBounded(from, n, site), n) + 1) * kWide, site);
  return wcsncat(to, from, n);
})
XBLOCK_FUNCTION(wchar_t *, wcsdup, (const wchar_t *s), {
  size_t n = wcslen(readString(s, site)) + 1;
  auto *copy = static_cast<wchar_t *>(allocateForProgram(n * kWide));
  return copy ? wmemcpy(written(copy, n * kWide, site), s, n) : nullptr;
})

#define XBLOCK_NUMBER(type, name, parameters, base)                                                \
  XBLOCK_FUNCTION(type, name, parameters, {                                                        \
    wchar_t *stop;                                                                                 \
    type n = name base;                                                                            \
    readUpTo(s, stop, site);                                                                       \
    if (result(end, site))                                                                         \
      *end = stop;                                                                                 \
    return n;                                                                                      \
  })
XBLOCK_NUMBER(long, wcstol, (const wchar_t *s, wchar_t **end, int base), (s, &stop, base))
XBLOCK_NUMBER(unsigned long, wcstoul, (const wchar_t *s, wchar_t **end, int base), (s, &stop, base))
XBLOCK_NUMBER(long long, wcstoll, (const wchar_t *s, wchar_t **end, int base), (s, &stop, base))
XBLOCK_NUMBER(unsigned long long, wcstoull, (const wchar_t *s, wchar_t **end, int base), (s, &stop, base))
XBLOCK_NUMBER(double, wcstod, (const wchar_t *s, wchar_t **end), (s, &stop))
XBLOCK_NUMBER(float, wcstof, (const wchar_t *s, wchar_t **end), (s, &stop))
XBLOCK_NUMBER(long double, wcstold, (const wchar_t *s, wchar_t **end), (s, &stop))

// A character takes at most MB_LEN_MAX bytes; as far as MB_CUR_MAX they are looked at.
XBLOCK_FUNCTION(int, mbtowc, (wchar_t * to, const char *s, size_t n), {
  if (s)
    readBounded(s, std::min(n, MB_CUR_MAX), site);
  return mbtowc(s ? result(to, site) : to, s, n);
})
XBLOCK_FUNCTION(int, wctomb, (char *to, wchar_t c), { return wctomb(to ? written(to, MB_CUR_MAX, site) : to, c); })
XBLOCK_FUNCTION(size_t, mbrtowc, (wchar_t * to, const char *s, size_t n, mbstate_t *state), {
  if (s)
    readBounded(s, std::min(n, MB_CUR_MAX), site);
  return mbrtowc(s ? result(to, site) : to, s, n, result(state, site));
})
XBLOCK_FUNCTION(size_t, wcrtomb, (char *to, wchar_t c, mbstate_t *state), {
  return wcrtomb(to ? written(to, MB_CUR_MAX, site) : to, c, result(state, site));
})
XBLOCK_FUNCTION(size_t, mbstowcs, (wchar_t * to, const char *from, size_t n), {
  return mbstowcs(to ? written(to, std::min(n, strlen(readString(from, site)) + 1) * kWide, site) : to, from, n);
})
XBLOCK_FUNCTION(size_t, wcstombs, (char *to, const wchar_t *from, size_t n), {
  return wcstombs(to ? written(to, std::min(n, (wcslen(readString(from, site)) + 1) * MB_CUR_MAX), site) : to, from, n);
})

// How much it writes is not known before: all that it may.
XBLOCK_FUNCTION(int, vswprintf, (wchar_t * to, size_t n, const wchar_t *format, va_list arguments), {
  return vswprintf(written(to, n * kWide, site), n, readString(format, site), arguments);
})
XBLOCK_FUNCTION(int, swprintf, (wchar_t * to, size_t n, const wchar_t *format, ...), {
  va_list arguments;
  va_start(arguments, format);
  int length = vswprintf(written(to, n * kWide, site), n, readString(format, site), arguments);
  va_end(arguments);
  return length;
})

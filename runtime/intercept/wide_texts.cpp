// Less frequent functions for texts of wide characters, as in wide_characters.cpp.
#include "intercept/accesses.h"

#include <algorithm>
#include <cinttypes>
#include <cwctype>

using namespace xblock;

namespace {

constexpr size_t kWide = sizeof(wchar_t);

/// Up to the first difference, as letters of either case are one.
size_t comparedLetters(const wchar_t *a, const wchar_t *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && towlower(static_cast<wint_t>(a[i])) == towlower(static_cast<wint_t>(b[i])))
    ++i;
  return std::min(n, i + 1) * kWide;
}

} // namespace

XBLOCK_FUNCTION(wchar_t *, wcpncpy, (wchar_t *to, const wchar_t *from, size_t n), {
  readBounded(from, n, site);
  return wcpncpy(written(to, n * kWide, site), from, n);
})
XBLOCK_FUNCTION(size_t, wcsspn, (const wchar_t *s, const wchar_t *set), {
  size_t n = wcsspn(s, readString(set, site));
  readBytes(s, (n + 1) * kWide, site);
  return n;
})
XBLOCK_FUNCTION(size_t, wcscspn, (const wchar_t *s, const wchar_t *set), {
  size_t n = wcscspn(s, readString(set, site));
  readBytes(s, (n + 1) * kWide, site);
  return n;
})
XBLOCK_FUNCTION(wchar_t *, wcspbrk, (const wchar_t *s, const wchar_t *set), {
  readBytes(s, (wcscspn(s, readString(set, site)) + 1) * kWide, site);
  return const_cast<wchar_t *>(wcspbrk(s, set));
})
XBLOCK_FUNCTION(wchar_t *, wcschrnul, (const wchar_t *s, wchar_t c), {
  const wchar_t *at = wcschrnul(s, c);
  readUpTo(s, at, site);
  return const_cast<wchar_t *>(at);
})
XBLOCK_FUNCTION(int, wcscasecmp, (const wchar_t *a, const wchar_t *b), {
  size_t n = comparedLetters(a, b, SIZE_MAX / kWide);
  return wcscasecmp(readBytes(a, n, site), readBytes(b, n, site));
})
XBLOCK_FUNCTION(int, wcsncasecmp, (const wchar_t *a, const wchar_t *b, size_t most), {
  size_t n = comparedLetters(a, b, most);
  return wcsncasecmp(readBytes(a, n, site), readBytes(b, n, site), most);
})
XBLOCK_FUNCTION(int, wcswidth, (const wchar_t *s, size_t n), { return wcswidth(readBounded(s, n, site), n); })

// Names of kinds of characters.
XBLOCK_FUNCTION(wctype_t, wctype, (const char *name), { return wctype(readString(name, site)); })
XBLOCK_FUNCTION(wctrans_t, wctrans, (const char *name), { return wctrans(readString(name, site)); })
XBLOCK_FUNCTION(wctype_t, wctype_l, (const char *name, locale_t locale), { return wctype_l(readString(name, site), locale); })
XBLOCK_FUNCTION(wctrans_t, wctrans_l, (const char *name, locale_t locale), { return wctrans_l(readString(name, site), locale); })

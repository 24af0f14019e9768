// Functions for texts that are given a locale: what they read is bounded as without one.
#include "intercept/accesses.h"

#include <clocale>

using namespace xblock;

#define XBLOCK_TWO_TEXTS(name, character)                                                          \
  XBLOCK_FUNCTION(int, name, (const character *a, const character *b, locale_t locale),            \
                  { return name(readString(a, site), readString(b, site), locale); })
#define XBLOCK_TWO_BOUNDED(name, character)                                                        \
  XBLOCK_FUNCTION(int, name, (const character *a, const character *b, size_t n, locale_t locale),  \
                  { return name(readBounded(a, n, site), readBounded(b, n, site), n, locale); })
#define XBLOCK_TRANSFORMED(name, character)                                                        \
  XBLOCK_FUNCTION(size_t, name, (character *to, const character *from, size_t n, locale_t locale), { \
    readString(from, site);                                                                        \
    return name(written(to, n * sizeof *to, site), from, n, locale);                               \
  })
XBLOCK_TWO_TEXTS(strcasecmp_l, char)
XBLOCK_TWO_TEXTS(wcscasecmp_l, wchar_t)
XBLOCK_TWO_BOUNDED(strncasecmp_l, char)
XBLOCK_TWO_BOUNDED(wcsncasecmp_l, wchar_t)
XBLOCK_TWO_TEXTS(strcoll_l, char)
XBLOCK_TWO_TEXTS(wcscoll_l, wchar_t)
XBLOCK_TRANSFORMED(strxfrm_l, char)
XBLOCK_TRANSFORMED(wcsxfrm_l, wchar_t)

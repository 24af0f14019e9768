// Numbers of texts and texts of numbers that numbers.cpp and wide_characters.cpp leave out: with a locale, of __float128, and strfromd and its like.
#include "intercept/accesses.h"

#include <cinttypes>
#include <clocale>
#include <cstdlib>

using namespace xblock;

// Declared for compilers that have _Float128 only.
extern "C" {
__float128 strtof128(const char *, char **);
__float128 strtof128_l(const char *, char **, locale_t);
__float128 wcstof128(const wchar_t *, wchar_t **);
__float128 wcstof128_l(const wchar_t *, wchar_t **, locale_t);
int strfromf128(char *, size_t, const char *, __float128);
}

#define XBLOCK_NUMBER(type, name, character, parameters, arguments)                                \
  XBLOCK_FUNCTION(type, name, parameters, {                                                        \
    character *stop;                                                                               \
    type n = name arguments;                                                                       \
    readUpTo(s, stop, site);                                                                       \
    if (result(end, site))                                                                         \
      *end = stop;                                                                                 \
    return n;                                                                                      \
  })
#define XBLOCK_INTEGER(type, name, character)                                                      \
  XBLOCK_NUMBER(type, name, character, (const character *s, character **end, int base, locale_t locale), (s, &stop, base, locale))
#define XBLOCK_FLOATING(type, name, character)                                                     \
  XBLOCK_NUMBER(type, name, character, (const character *s, character **end, locale_t locale), (s, &stop, locale))
XBLOCK_INTEGER(long, strtol_l, char)
XBLOCK_INTEGER(unsigned long, strtoul_l, char)
XBLOCK_INTEGER(long long, strtoll_l, char)
XBLOCK_INTEGER(unsigned long long, strtoull_l, char)
XBLOCK_INTEGER(long, wcstol_l, wchar_t)
XBLOCK_INTEGER(unsigned long, wcstoul_l, wchar_t)
XBLOCK_INTEGER(long long, wcstoll_l, wchar_t)
XBLOCK_INTEGER(unsigned long long, wcstoull_l, wchar_t)
XBLOCK_FLOATING(double, strtod_l, char)
XBLOCK_FLOATING(float, strtof_l, char)
XBLOCK_FLOATING(long double, strtold_l, char)
XBLOCK_FLOATING(__float128, strtof128_l, char)
XBLOCK_FLOATING(double, wcstod_l, wchar_t)
XBLOCK_FLOATING(float, wcstof_l, wchar_t)
XBLOCK_FLOATING(long double, wcstold_l, wchar_t)
XBLOCK_FLOATING(__float128, wcstof128_l, wchar_t)
XBLOCK_NUMBER(__float128, strtof128, char, (const char *s, char **end), (s, &stop))
XBLOCK_NUMBER(__float128, wcstof128, wchar_t, (const wchar_t *s, wchar_t **end), (s, &stop))
XBLOCK_NUMBER(intmax_t, wcstoimax, wchar_t, (const wchar_t *s, wchar_t **end, int base), (s, &stop, base))
XBLOCK_NUMBER(uintmax_t, wcstoumax, wchar_t, (const wchar_t *s, wchar_t **end, int base), (s, &stop, base))

#define XBLOCK_TEXT_OF(name, type)                                                                 \
  XBLOCK_FUNCTION(int, name, (char *to, size_t n, const char *format, type number), {              \
    readString(format, site);                                                                      \
    int length = name(nullptr, 0, format, number);                                                 \
    if (n && length >= 0)                                                                          \
      written(to, static_cast<size_t>(length) < n ? static_cast<size_t>(length) + 1 : n, site);    \
    return name(to, n, format, number);                                                            \
  })
XBLOCK_TEXT_OF(strfromd, double)
XBLOCK_TEXT_OF(strfromf, float)
XBLOCK_TEXT_OF(strfroml, long double)
XBLOCK_TEXT_OF(strfromf128, __float128)

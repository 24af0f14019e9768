// Functions of libc and libm that give results by pointers, and those of <charconv> that libstdc++ has in its library.
#include "intercept/accesses.h"

#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdlib>

using namespace xblock;

#define XBLOCK_NUMBER(type, name, parameters, base)                                                \
  XBLOCK_FUNCTION(type, name, parameters, {                                                        \
    char *stop;                                                                                    \
    type n = name base;                                                                            \
    readUpTo(s, stop, site);                                                                       \
    if (result(end, site))                                                                         \
      *end = stop;                                                                                 \
    return n;                                                                                      \
  })
XBLOCK_NUMBER(long long, strtoll, (const char *s, char **end, int base), (s, &stop, base))
XBLOCK_NUMBER(unsigned long long, strtoull, (const char *s, char **end, int base), (s, &stop, base))
XBLOCK_NUMBER(intmax_t, strtoimax, (const char *s, char **end, int base), (s, &stop, base))
XBLOCK_NUMBER(uintmax_t, strtoumax, (const char *s, char **end, int base), (s, &stop, base))
XBLOCK_NUMBER(float, strtof, (const char *s, char **end), (s, &stop))
XBLOCK_NUMBER(long double, strtold, (const char *s, char **end), (s, &stop))
XBLOCK_FUNCTION(long long, atoll, (const char *s), {
  char *end;
  long long n = strtoll(s, &end, 10);
  readUpTo(s, end, site);
  return n;
})
XBLOCK_FUNCTION(double, atof, (const char *s), {
  char *end;
  double n = strtod(s, &end);
  readUpTo(s, end, site);
  return n;
})

#define XBLOCK_PARTS(type, suffix)                                                                                                \
  XBLOCK_FUNCTION(type, frexp##suffix, (type x, int *exponent), { return frexp##suffix(x, result(exponent, site)); })             \
  XBLOCK_FUNCTION(type, modf##suffix, (type x, type *whole), { return modf##suffix(x, result(whole, site)); })                    \
  XBLOCK_FUNCTION(type, remquo##suffix, (type x, type y, int *quotient), { return remquo##suffix(x, y, result(quotient, site)); }) \
  XBLOCK_FUNCTION(type, lgamma##suffix##_r, (type x, int *sign), { return lgamma##suffix##_r(x, result(sign, site)); })           \
  XBLOCK_FUNCTION(void, sincos##suffix, (type x, type *sine, type *cosine),                                                       \
                  { sincos##suffix(x, result(sine, site), result(cosine, site)); })
XBLOCK_PARTS(double, )
XBLOCK_PARTS(float, f)
XBLOCK_PARTS(long double, l)

// std::to_chars and std::from_chars of floating-point numbers. What the former writes is known only then: all that it may.
#define XBLOCK_CHARS(type, code)                                                                                                  \
  XBLOCK_FUNCTION(std::to_chars_result, _ZSt8to_charsPcS_##code, (char *first, char *last, type value),                           \
                  { return std::to_chars(written(first, static_cast<size_t>(last - first), site), last, value); })                \
  XBLOCK_FUNCTION(std::to_chars_result, _ZSt8to_charsPcS_##code##St12chars_format,                                                \
                  (char *first, char *last, type value, std::chars_format format),                                                \
                  { return std::to_chars(written(first, static_cast<size_t>(last - first), site), last, value, format); })        \
  XBLOCK_FUNCTION(std::to_chars_result, _ZSt8to_charsPcS_##code##St12chars_formati,                                               \
                  (char *first, char *last, type value, std::chars_format format, int digits),                                    \
                  { return std::to_chars(written(first, static_cast<size_t>(last - first), site), last, value, format, digits); }) \
  XBLOCK_FUNCTION(std::from_chars_result, _ZSt10from_charsPKcS0_R##code##St12chars_format,                                        \
                  (const char *first, const char *last, type *value, std::chars_format format), {                                 \
                    readBytes(first, static_cast<size_t>(last - first), site);                                                    \
                    return std::from_chars(first, last, *result(value, site), format);                                            \
                  })
XBLOCK_CHARS(double, d)
XBLOCK_CHARS(float, f)
XBLOCK_CHARS(long double, e)

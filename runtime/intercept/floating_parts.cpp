// Functions of libm that read numbers by pointers, write by pointers what numbers.cpp leaves out, or write signgam.
#include "intercept/accesses.h"

#include <cmath>

using namespace xblock;

// Declared for compilers that have _Float128 only.
extern "C" {
__float128 frexpf128(__float128, int *);
__float128 modff128(__float128, __float128 *);
__float128 remquof128(__float128, __float128, int *);
__float128 lgammaf128_r(__float128, int *);
void sincosf128(__float128, __float128 *, __float128 *);
int canonicalizef128(__float128 *, const __float128 *);
__float128 getpayloadf128(const __float128 *);
int setpayloadf128(__float128 *, __float128);
int setpayloadsigf128(__float128 *, __float128);
int totalorderf128(const __float128 *, const __float128 *);
int totalordermagf128(const __float128 *, const __float128 *);
__float128 nanf128(const char *);
__float128 lgammaf128(__float128);
}

XBLOCK_FUNCTION(__float128, frexpf128, (__float128 x, int *exponent), { return frexpf128(x, result(exponent, site)); })
XBLOCK_FUNCTION(__float128, modff128, (__float128 x, __float128 *whole), { return modff128(x, result(whole, site)); })
XBLOCK_FUNCTION(__float128, remquof128, (__float128 x, __float128 y, int *quotient), { return remquof128(x, y, result(quotient, site)); })
XBLOCK_FUNCTION(__float128, lgammaf128_r, (__float128 x, int *sign), { return lgammaf128_r(x, result(sign, site)); })
XBLOCK_FUNCTION(void, sincosf128, (__float128 x, __float128 *sine, __float128 *cosine), { sincosf128(x, result(sine, site), result(cosine, site)); })

#define XBLOCK_BY_POINTERS(type, suffix)                                                           \
  XBLOCK_FUNCTION(int, canonicalize##suffix, (type *to, const type *from),                         \
                  { return canonicalize##suffix(result(to, site), readBytes(from, sizeof *from, site)); }) \
  XBLOCK_FUNCTION(type, getpayload##suffix, (const type *x), { return getpayload##suffix(readBytes(x, sizeof *x, site)); }) \
  XBLOCK_FUNCTION(int, setpayload##suffix, (type *to, type x), { return setpayload##suffix(result(to, site), x); }) \
  XBLOCK_FUNCTION(int, setpayloadsig##suffix, (type *to, type x), { return setpayloadsig##suffix(result(to, site), x); }) \
  XBLOCK_FUNCTION(int, totalorder##suffix, (const type *x, const type *y),                         \
                  { return totalorder##suffix(readBytes(x, sizeof *x, site), readBytes(y, sizeof *y, site)); }) \
  XBLOCK_FUNCTION(int, totalordermag##suffix, (const type *x, const type *y),                      \
                  { return totalordermag##suffix(readBytes(x, sizeof *x, site), readBytes(y, sizeof *y, site)); }) \
  XBLOCK_FUNCTION(type, nan##suffix, (const char *s), { return nan##suffix(readString(s, site)); })
XBLOCK_BY_POINTERS(double, )
XBLOCK_BY_POINTERS(float, f)
XBLOCK_BY_POINTERS(long double, l)
XBLOCK_BY_POINTERS(__float128, f128)

namespace {

/// Its sign goes to signgam, for all threads. Two of them are no race, since hardly a program looks there; who looks races with them.
void noteSign(const xblock_site *site) {
  noteAtomicWrite(&signgam, sizeof signgam);
  noteAtomic(&signgam, sizeof signgam, false, true, Order::Relaxed, site);
}

} // namespace

#define XBLOCK_SIGNED(type, name)                                                                  \
  XBLOCK_FUNCTION(type, name, (type x), {                                                          \
    noteSign(site);                                                                                \
    return name(x);                                                                                \
  })
XBLOCK_SIGNED(double, lgamma)
XBLOCK_SIGNED(float, lgammaf)
XBLOCK_SIGNED(long double, lgammal)
XBLOCK_SIGNED(__float128, lgammaf128)

// std::sort of numbers by `less`, which libc++ holds ready in the library.
#include "intercept/define.h"

using namespace xblock;

#define XBLOCK_SORT(type, letter)                                                                  \
  XBLOCK_INSTRUMENTED(void, _ZNSt3__16__sortIRNS_6__lessI##letter##letter##EEP##letter##EEvT0_S5_T_, \
                      (type * first, type *last, void *less)) {                                    \
    const xblock_site *site = takeSite();                                                          \
    if (auto n = static_cast<size_t>(last - first) * sizeof(type)) {                               \
      noteRead(first, n, site);                                                                    \
      noteWrite(first, n, site);                                                                   \
    }                                                                                              \
    XBLOCK_REAL(void(type *, type *, void *),                                                      \
                "_ZNSt3__16__sortIRNS_6__lessI" #letter #letter "EEP" #letter "EEvT0_S5_T_")       \
    (first, last, less);                                                                           \
  }
XBLOCK_SORT(signed char, a)
XBLOCK_SORT(char, c)
XBLOCK_SORT(double, d)
XBLOCK_SORT(long double, e)
XBLOCK_SORT(float, f)
XBLOCK_SORT(unsigned char, h)
XBLOCK_SORT(int, i)
XBLOCK_SORT(unsigned, j)
XBLOCK_SORT(long, l)
XBLOCK_SORT(unsigned long, m)
XBLOCK_SORT(short, s)
XBLOCK_SORT(unsigned short, t)
XBLOCK_SORT(wchar_t, w)
XBLOCK_SORT(long long, x)
XBLOCK_SORT(unsigned long long, y)

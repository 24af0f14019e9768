// What libc++ writes of the program's memory inside its library, and libxblock_libcxx.a (runtime/libcxx) does not do for it.
#include "intercept/define.h"

using namespace xblock;

namespace {

/// As it is returned: in registers.
struct CharsResult {
  char *end;
  int error;
};

} // namespace

// std::to_chars of what is no integer.
#define XBLOCK_TO_CHARS(name, value)                                                               \
  XBLOCK_INSTRUMENTED(CharsResult, name, (char *first, char *last, value v)) {                     \
    noteWrite(first, static_cast<size_t>(last - first), takeSite());                               \
    return XBLOCK_REAL(CharsResult(char *, char *, value), #name)(first, last, v);                 \
  }                                                                                                \
  XBLOCK_INSTRUMENTED(CharsResult, name##NS_12chars_formatE, (char *first, char *last, value v, int format)) { \
    noteWrite(first, static_cast<size_t>(last - first), takeSite());                               \
    return XBLOCK_REAL(CharsResult(char *, char *, value, int), #name "NS_12chars_formatE")(first, last, v, format); \
  }                                                                                                \
  XBLOCK_INSTRUMENTED(CharsResult, name##NS_12chars_formatEi, (char *first, char *last, value v, int format, int precision)) { \
    noteWrite(first, static_cast<size_t>(last - first), takeSite());                               \
    return XBLOCK_REAL(CharsResult(char *, char *, value, int, int), #name "NS_12chars_formatEi")(first, last, v, format, precision); \
  }
XBLOCK_TO_CHARS(_ZNSt3__18to_charsEPcS0_d, double)
XBLOCK_TO_CHARS(_ZNSt3__18to_charsEPcS0_f, float)
XBLOCK_TO_CHARS(_ZNSt3__18to_charsEPcS0_e, long double)

// A pointer to something that the library counts.
XBLOCK_INSTRUMENTED(void **, _ZNSt3__16localeaSERKS0_, (void **self, void *const *other)) {
  const xblock_site *site = takeSite();
  noteRead(other, sizeof *other, site);
  noteWrite(self, sizeof *self, site);
  return XBLOCK_REAL(void **(void **, void *const *), "_ZNSt3__16localeaSERKS0_")(self, other);
}

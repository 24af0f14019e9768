// Functions of libc whose results, or whose place in a text, lie in statics or thread-locals of
// libc: kept in tracked memory. Those that are one for all threads race, as libc's do.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <algorithm>
#include <arpa/inet.h>
#include <clocale>
#include <cstdlib>
#include <netinet/in.h>

using namespace xblock;

namespace {

using Short = char[8];
using Digits = char[512];
using LongDigits = char[5120]; // LDBL_MAX has 4,933

} // namespace

XBLOCK_KEPT(char *, strtokPlace, "strtok_state");
XBLOCK_KEPT(Short, l64aResult, "l64a_result");
XBLOCK_KEPT(Digits, ecvtResult, "ecvt_result");
XBLOCK_KEPT(Digits, fcvtResult, "fcvt_result");
XBLOCK_KEPT(LongDigits, qecvtResult, "qecvt_result");
XBLOCK_KEPT(LongDigits, qfcvtResult, "qfcvt_result");

namespace {

inline size_t spanOf(const char *s, const char *set) { return strspn(s, set); }
inline size_t spanOf(const wchar_t *s, const wchar_t *set) { return wcsspn(s, set); }
inline size_t spanUntil(const char *s, const char *set) { return strcspn(s, set); }
inline size_t spanUntil(const wchar_t *s, const wchar_t *set) { return wcscspn(s, set); }

/// strtok_r, whose place is the program's or libc's; or wcstok, which gives the place up at the end
/// of the text.
template <typename C> C *cut(C *s, const C *set, C **place, const xblock_site *site) {
  constexpr bool kGivesUp = sizeof *s > 1;
  readString(set, site);
  if (!s)
    s = *readBytes(place, sizeof *place, site);
  if (kGivesUp && !s)
    return nullptr;
  C *token = s + spanOf(s, set), *end = token + spanUntil(token, set);
  readUpTo(s, end, site);
  written(place, sizeof *place, site);
  if (*end) {
    *written(end, sizeof *end, site) = 0;
    *place = end + 1;
  } else {
    *place = kGivesUp ? nullptr : end;
  }
  return token == end ? nullptr : token;
}

char *keep(const char *text, char *to, size_t n, const xblock_site *site) {
  size_t length = std::min(strlen(text) + 1, n);
  memcpy(written(to, length, site), text, length);
  to[length - 1] = 0;
  return to;
}

/// What libc keeps for each thread.
struct Texts {
  char error[64], signal[64], address[INET_ADDRSTRLEN];
};
Texts *textsOfThread() {
  uint32_t thread = running.onFiber ? index(running.thread) : 0;
  void *&texts = threadTable[thread].texts;
  if (!texts) {
    touch(&texts, sizeof(void *));
    texts = trackedHeap.allocate(thread, sizeof(Texts));
    if (!texts)
      unsupported("out of memory for a text of libc", nullptr);
  }
  return static_cast<Texts *>(texts);
}

} // namespace

XBLOCK_FUNCTION(char *, strtok, (char *s, const char *set),
                { return cut(s, set, &strtokPlace.value, site); })
XBLOCK_FUNCTION(char *, strtok_r, (char *s, const char *set, char **place),
                { return cut(s, set, place, site); })
XBLOCK_FUNCTION(wchar_t *, wcstok, (wchar_t * s, const wchar_t *set, wchar_t **place),
                { return cut(s, set, place, site); })

// A text that libc makes is the thread's; one that it has is nobody's.
XBLOCK_FUNCTION(char *, strerror, (int error), {
  RuntimeScope scope;
  const char *text = strerror(error);
  if (strerrordesc_np(error))
    return const_cast<char *>(text);
  char *to = textsOfThread()->error;
  return keep(text, to, sizeof Texts::error, site);
})
XBLOCK_FUNCTION(char *, strerror_l, (int error, locale_t locale), {
  RuntimeScope scope;
  const char *text = strerror_l(error, locale);
  if (strerrordesc_np(error))
    return const_cast<char *>(text);
  char *to = textsOfThread()->error;
  return keep(text, to, sizeof Texts::error, site);
})
XBLOCK_FUNCTION(char *, strsignal, (int signal), {
  RuntimeScope scope;
  const char *text = strsignal(signal);
  if (sigdescr_np(signal))
    return const_cast<char *>(text);
  char *to = textsOfThread()->signal;
  return keep(text, to, sizeof Texts::signal, site);
})
XBLOCK_FUNCTION(char *, inet_ntoa, (in_addr address), {
  RuntimeScope scope;
  char *to = textsOfThread()->address;
  return keep(inet_ntoa(address), to, sizeof Texts::address, site);
})

XBLOCK_FUNCTION(char *, l64a, (long n), {
  RuntimeScope scope;
  return keep(l64a(n), l64aResult.value, sizeof l64aResult.value, site);
})
#define XBLOCK_DIGITS(type, name, kept)                                                            \
  XBLOCK_FUNCTION(char *, name, (type number, int digits, int *point, int *negative), {            \
    RuntimeScope scope;                                                                            \
    const char *made = name(number, digits, result(point, site), result(negative, site));          \
    return keep(made, kept.value, sizeof kept.value, site);                                        \
  })                                                                                               \
  XBLOCK_FUNCTION(int, name##_r,                                                                   \
                  (type number, int digits, int *point, int *negative, char *to, size_t n), {      \
                    return name##_r(number, digits, result(point, site), result(negative, site),   \
                                    written(to, n, site), n);                                      \
                  })
XBLOCK_DIGITS(double, ecvt, ecvtResult)
XBLOCK_DIGITS(double, fcvt, fcvtResult)
XBLOCK_DIGITS(long double, qecvt, qecvtResult)
XBLOCK_DIGITS(long double, qfcvt, qfcvtResult)

#define XBLOCK_GENERAL(type, name)                                                                 \
  XBLOCK_FUNCTION(char *, name, (type number, int digits, char *to), {                             \
    char made[64]; /* of at most 21 digits */                                                      \
    name(number, digits, made);                                                                    \
    size_t n = strlen(made) + 1;                                                                   \
    return static_cast<char *>(memcpy(written(to, n, site), made, n));                             \
  })
XBLOCK_GENERAL(double, gcvt)
XBLOCK_GENERAL(long double, qgcvt)

XBLOCK_FUNCTION(void *, memfrob, (void *s, size_t n),
                { return memfrob(written(readBytes(s, n, site), n, site), n); })
XBLOCK_FUNCTION(int, getsubopt, (char **option, char *const *tokens, char **value), {
  readBytes(option, sizeof *option, site);
  char *end = strchrnul(*option, ',');
  readUpTo(*option, end, site);
  if (*end)
    written(end, 1, site);
  for (char *const *token = tokens; *readBytes(token, sizeof *token, site); ++token)
    readString(*token, site);
  return getsubopt(result(option, site), tokens, result(value, site));
})
XBLOCK_FUNCTION(int, wcscoll, (const wchar_t *a, const wchar_t *b),
                { return wcscoll(readString(a, site), readString(b, site)); })
XBLOCK_FUNCTION(size_t, wcsxfrm, (wchar_t * to, const wchar_t *from, size_t n), {
  readString(from, site);
  return wcsxfrm(written(to, n * sizeof *to, site), from, n);
})

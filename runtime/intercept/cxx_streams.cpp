// Streams, as far as libstdc++ has them in its library: lines, words and what is left out are read there, and states are made,
// moved and swapped.
#include "intercept/accesses.h"
#include "intercept/cxx_locale_layout.h"

#include <istream>
#include <locale>
#include <string>

using namespace xblock;

namespace {

template <typename C> void tellString(std::basic_string<C> &s, const xblock_site *site) {
  noteWrite(&s, sizeof s, site);
  noteWrite(s.data(), (s.capacity() + 1) * sizeof(C), site);
}

/// Its state, how much was read, and where its buffer is. The buffer of std::cin is shared without a race, so that it has no place.
template <typename C> std::basic_istream<C> &reads(std::basic_istream<C> &in, const xblock_site *site) {
  noteWrite(&in, sizeof(void *) + sizeof(std::streamsize), site);
  std::basic_ios<C> &state = in;
  noteWrite(&state, sizeof state, site);
  if (auto *buffer = in.rdbuf())
    noteWrite(buffer, sizeof *buffer, nullptr);
  return in;
}

} // namespace

// The program's own buffer may be asked for more within: no XBLOCK_FUNCTION. All is told of before any of it is done.
#define XBLOCK_READS(result, name, parameters, tells, type, arguments)                             \
  XBLOCK_INSTRUMENTED(result, name, parameters) {                                                  \
    const xblock_site *site = takeSite();                                                          \
    {                                                                                              \
      CutHeld held;                                                                                \
      tells;                                                                                       \
    }                                                                                              \
    return XBLOCK_REAL(type, #name) arguments;                                                     \
  }
// References are addresses.
#define XBLOCK_READ_LINES(C, stream, code)                                                                                        \
  using Stream_##code = std::basic_istream<C>;                                                                                    \
  using String_##code = std::basic_string<C>;                                                                                     \
  XBLOCK_READS(Stream_##code *, _ZStrsI##code##St11char_traitsI##code##ESaI##code##EERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE, \
               (Stream_##code * in, String_##code * s), (tellString(*s, site), reads(*in, site)), Stream_##code *(Stream_##code *, String_##code *), (in, s)) \
  XBLOCK_READS(Stream_##code *, _ZSt7getlineI##code##St11char_traitsI##code##ESaI##code##EERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_, \
               (Stream_##code * in, String_##code * s, C end), (tellString(*s, site), reads(*in, site)),                                      \
               Stream_##code *(Stream_##code *, String_##code *, C), (in, s, end))                                                \
  XBLOCK_READS(Stream_##code *, _ZN##stream##7getlineEP##code##l##code, (Stream_##code * in, C *to, std::streamsize n, C end),     \
               (written(to, n > 0 ? static_cast<size_t>(n) * sizeof(C) : 0, site), reads(*in, site)),                                \
               Stream_##code *(Stream_##code *, C *, std::streamsize, C), (in, to, n, end))                                       \
  XBLOCK_READS(Stream_##code *, _ZN##stream##6ignoreEl, (Stream_##code * in, std::streamsize n), reads(*in, site),                       \
               Stream_##code *(Stream_##code *, std::streamsize), (in, n))
XBLOCK_READ_LINES(char, Si, c)
XBLOCK_READ_LINES(wchar_t, St13basic_istreamIwSt11char_traitsIwEE, w)
XBLOCK_READS(Stream_c *, _ZNSi6ignoreEli, (Stream_c * in, std::streamsize n, int end), reads(*in, site),
             Stream_c *(Stream_c *, std::streamsize, int), (in, n, end))
XBLOCK_READS(Stream_w *, _ZNSt13basic_istreamIwSt11char_traitsIwEE6ignoreElj, (Stream_w * in, std::streamsize n, unsigned end), reads(*in, site),
             Stream_w *(Stream_w *, std::streamsize, unsigned), (in, n, end))
XBLOCK_READS(void, _ZSt17__istream_extractRSiPcl, (Stream_c * in, char *to, std::streamsize n),
             (written(to, n > 0 ? static_cast<size_t>(n) : 0, site), reads(*in, site)), void(Stream_c *, char *, std::streamsize), (in, to, n))

// Copies from one buffer to another.
#define XBLOCK_COPIES(C, code)                                                                                                    \
  XBLOCK_READS(std::streamsize, _ZSt21__copy_streambufs_eofI##code##St11char_traitsI##code##EElPSt15basic_streambufIT_T0_ES6_Rb,     \
               (std::basic_streambuf<C> * from, std::basic_streambuf<C> *to, bool *end),                                          \
               (written(from, sizeof *from, nullptr), written(to, sizeof *to, nullptr), written(end, 1, site)),               \
               std::streamsize(std::basic_streambuf<C> *, std::basic_streambuf<C> *, bool *), (from, to, end))
XBLOCK_COPIES(char, c)
XBLOCK_COPIES(wchar_t, w)

namespace {

/// The library counts who shares what a locale is of, and the last gives it and its facets back.
void tellLocale(const void *locale) {
  SharedLocale *shared = sharedOf(locale);
  if (!shared)
    return;
  touch(shared, sizeof *shared);
  if (shared->owners > 1)
    return;
  for (void **list : {shared->facets, shared->caches})
    for (size_t i = 0; list && i < shared->size; ++i)
      if (list[i])
        touch(list[i], sizeof(SharedFacet));
}

constexpr size_t kLocaleOfState = 208; // std::ios_base::_M_ios_locale

void tellState(std::ios_base *state, bool made, const xblock_site *site) {
  noteWrite(state, sizeof *state, site);
  if (!made)
    tellLocale(reinterpret_cast<char *>(state) + kLocaleOfState);
}

} // namespace

#define XBLOCK_LOCALE(name, parameters, tells, type, arguments)                                    \
  XBLOCK_FUNCTION(void *, name, parameters, {                                                      \
    noteWrite(self, sizeof(void *), site);                                                         \
    tells;                                                                                         \
    return XBLOCK_REAL(type, #name) arguments;                                                     \
  })
XBLOCK_LOCALE(_ZNSt6localeC1Ev, (void *self), , void *(void *), (self))
XBLOCK_LOCALE(_ZNSt6localeC1ERKS_, (void *self, const void *from), tellLocale(from), void *(void *, const void *), (self, from))
XBLOCK_LOCALE(_ZNSt6localeC1EPNS_5_ImplE, (void *self, void *shared), , void *(void *, void *), (self, shared))
XBLOCK_LOCALE(_ZNSt6localeaSERKS_, (void *self, const void *from), (tellLocale(self), tellLocale(from)), void *(void *, const void *),
              (self, from))
XBLOCK_LOCALE(_ZNSt6localeD1Ev, (void *self), tellLocale(self), void *(void *), (self))

#define XBLOCK_STATE(name, made)                                                                   \
  XBLOCK_FUNCTION(void, name, (std::ios_base * self), {                                            \
    tellState(self, made, site);                                                                   \
    XBLOCK_REAL(void(std::ios_base *), #name)(self);                                               \
  })
XBLOCK_STATE(_ZNSt8ios_baseC2Ev, true)
XBLOCK_STATE(_ZNSt8ios_baseC1Ev, true)
XBLOCK_STATE(_ZNSt8ios_baseD2Ev, false)
XBLOCK_STATE(_ZNSt8ios_baseD1Ev, false)
XBLOCK_STATE(_ZNSt8ios_base7_M_initEv, false)
#define XBLOCK_TWO_STATES(name)                                                                    \
  XBLOCK_FUNCTION(void, name, (std::ios_base * self, std::ios_base * other), {                     \
    tellState(self, false, site);                                                                  \
    tellState(other, false, site);                                                                 \
    XBLOCK_REAL(void(std::ios_base *, std::ios_base *), #name)(self, other);                       \
  })
XBLOCK_TWO_STATES(_ZNSt8ios_base7_M_swapERS_)
XBLOCK_TWO_STATES(_ZNSt8ios_base7_M_moveERS_)
// Calls back what the program registered.
XBLOCK_INSTRUMENTED(void *, _ZNSt8ios_base5imbueERKSt6locale, (void *result, std::ios_base *self, const void *from)) {
  const xblock_site *site = takeSite();
  {
    CutHeld held;
    noteWrite(result, sizeof(void *), site);
    tellState(self, false, site);
    tellLocale(from);
  }
  return XBLOCK_REAL(void *(void *, std::ios_base *, const void *), "_ZNSt8ios_base5imbueERKSt6locale")(result, self, from);
}
XBLOCK_INSTRUMENTED(void, _ZNSt8ios_base17_M_call_callbacksENS_5eventE, (std::ios_base * self, int event)) {
  takeSite();
  XBLOCK_REAL(void(std::ios_base *, int), "_ZNSt8ios_base17_M_call_callbacksENS_5eventE")(self, event);
}
XBLOCK_STATE(_ZNSt8ios_base20_M_dispose_callbacksEv, false)
XBLOCK_FUNCTION(void, _ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi, (std::ios_base * self, void *function, int index), {
  tellState(self, false, site);
  XBLOCK_REAL(void(std::ios_base *, void *, int), "_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi")(self, function, index);
})
XBLOCK_FUNCTION(void *, _ZNSt8ios_base13_M_grow_wordsEib, (std::ios_base * self, int index, bool word), {
  tellState(self, false, site);
  return XBLOCK_REAL(void *(std::ios_base *, int, bool), "_ZNSt8ios_base13_M_grow_wordsEib")(self, index, word);
})

// Conversions of texts between characters and wide characters that keep a state: the program's, or
// one of libc for each function. What is read and written follows from a conversion on the side.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <climits>
#include <cstdlib>
#include <cuchar>
#include <cwchar>

using namespace xblock;

XBLOCK_KEPT(mbstate_t, mbsrtowcsState, "mbsrtowcs_state");
XBLOCK_KEPT(mbstate_t, wcsrtombsState, "wcsrtombs_state");
XBLOCK_KEPT(mbstate_t, mbsnrtowcsState, "mbsnrtowcs_state");
XBLOCK_KEPT(mbstate_t, wcsnrtombsState, "wcsnrtombs_state");
XBLOCK_KEPT(mbstate_t, mbrlenState, "mbrlen_state");
XBLOCK_KEPT(mbstate_t, mbrtoc16State, "mbrtoc16_state");
XBLOCK_KEPT(mbstate_t, mbrtoc32State, "mbrtoc32_state");
XBLOCK_KEPT(mbstate_t, mbrtoc8State, "mbrtoc8_state");
XBLOCK_KEPT(mbstate_t, c8rtombState, "c8rtomb_state");
XBLOCK_KEPT(mbstate_t, c16rtombState, "c16rtomb_state");
XBLOCK_KEPT(mbstate_t, c32rtombState, "c32rtomb_state");

namespace {

mbstate_t *stateOr(mbstate_t *given, Kept<mbstate_t> &own, const xblock_site *site) {
  mbstate_t *state = given ? given : &own.value;
  return written(readBytes(state, sizeof *state, site), sizeof *state, site);
}

struct Converted {
  size_t read, written; ///< elements
};

/// Of mbsnrtowcs, without its end if all fits.
Converted widened(const char *from, size_t bytes, size_t room, mbstate_t state) {
  Converted all{0, 0};
  while (all.read < bytes && all.written < room) {
    size_t most = strnlen(from + all.read, std::min<size_t>(bytes - all.read, MB_LEN_MAX));
    most += most < bytes - all.read && most < MB_LEN_MAX; // the end
    wchar_t c;
    size_t n = mbrtowc(&c, from + all.read, most, &state);
    if (n > MB_LEN_MAX) // none, or not whole
      return {all.read + most, all.written};
    ++all.written;
    all.read += n ? n : 1;
    if (!n)
      break;
  }
  return all;
}
/// Of wcsnrtombs.
Converted narrowed(const wchar_t *from, size_t characters, size_t room, mbstate_t state) {
  Converted all{0, 0};
  while (all.read < characters) {
    char bytes[MB_LEN_MAX];
    size_t n = wcrtomb(bytes, from[all.read++], &state);
    if (n > MB_LEN_MAX || all.written + n > room)
      break;
    all.written += n;
    if (!from[all.read - 1])
      break;
  }
  return all;
}

size_t widen(wchar_t *to, const char **from, size_t bytes, size_t room, mbstate_t *state,
             const xblock_site *site) {
  readBytes(from, sizeof *from, site);
  auto [read, made] = widened(*from, bytes, to ? room : SIZE_MAX, *state);
  readBytes(*from, read, site);
  if (to) {
    written(to, made * sizeof *to, site);
    result(from, site);
  }
  return mbsnrtowcs(to, from, bytes, room, state);
}
size_t narrow(char *to, const wchar_t **from, size_t characters, size_t room, mbstate_t *state,
              const xblock_site *site) {
  readBytes(from, sizeof *from, site);
  auto [read, made] = narrowed(*from, characters, to ? room : SIZE_MAX, *state);
  readBytes(*from, read * sizeof **from, site);
  if (to) {
    written(to, made, site);
    result(from, site);
  }
  return wcsnrtombs(to, from, characters, room, state);
}

constexpr size_t kAll = SIZE_MAX / sizeof(wchar_t);

} // namespace

XBLOCK_FUNCTION(size_t, mbsrtowcs, (wchar_t * to, const char **from, size_t n, mbstate_t *state), {
  state = stateOr(state, mbsrtowcsState, site);
  return widen(to, from, kAll, n, state, site);
})
XBLOCK_FUNCTION(size_t, mbsnrtowcs,
                (wchar_t * to, const char **from, size_t bytes, size_t n, mbstate_t *state), {
                  state = stateOr(state, mbsnrtowcsState, site);
                  return widen(to, from, bytes, n, state, site);
                })
XBLOCK_FUNCTION(size_t, wcsrtombs, (char *to, const wchar_t **from, size_t n, mbstate_t *state), {
  state = stateOr(state, wcsrtombsState, site);
  return narrow(to, from, kAll, n, state, site);
})
XBLOCK_FUNCTION(size_t, wcsnrtombs,
                (char *to, const wchar_t **from, size_t characters, size_t n, mbstate_t *state), {
                  state = stateOr(state, wcsnrtombsState, site);
                  return narrow(to, from, characters, n, state, site);
                })

#define XBLOCK_LENGTH(name)                                                                        \
  XBLOCK_FUNCTION(size_t, name, (const char *s, size_t n, mbstate_t *state), {                     \
    if (s)                                                                                         \
      readBounded(s, std::min(n, MB_CUR_MAX), site);                                               \
    return mbrlen(s, n, stateOr(state, mbrlenState, site));                                        \
  })
XBLOCK_LENGTH(mbrlen)
XBLOCK_LENGTH(__mbrlen) // that the header calls
#define XBLOCK_CHARACTER(type, from, to)                                                           \
  XBLOCK_FUNCTION(size_t, from, (type * c, const char *s, size_t n, mbstate_t *state), {           \
    if (s)                                                                                         \
      readBounded(s, std::min(n, MB_CUR_MAX), site);                                               \
    return from(s ? result(c, site) : c, s, n, stateOr(state, from##State, site));                 \
  })                                                                                               \
  XBLOCK_FUNCTION(size_t, to, (char *s, type c, mbstate_t *state), {                               \
    return to(s ? written(s, MB_CUR_MAX, site) : s, c, stateOr(state, to##State, site));           \
  })
XBLOCK_CHARACTER(char8_t, mbrtoc8, c8rtomb)
XBLOCK_CHARACTER(char16_t, mbrtoc16, c16rtomb)
XBLOCK_CHARACTER(char32_t, mbrtoc32, c32rtomb)
XBLOCK_FUNCTION(int, mbsinit, (const mbstate_t *state), { return mbsinit(state ? readBytes(state, sizeof *state, site) : state); })
XBLOCK_FUNCTION(int, mblen, (const char *s, size_t n), {
  if (s)
    readBounded(s, std::min(n, MB_CUR_MAX), site);
  return mblen(s, n);
})

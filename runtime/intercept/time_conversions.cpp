// Functions of <time.h> that convert. Which time zone libc has read is its own, and not rolled
// back: it stays what it is while threads are explored. What localtime and its like return lies in
// tracked memory, and races as libc's does.
#include "intercept/accesses.h"
#include "intercept/environment.h"
#include "intercept/kept_state.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <cwchar>
#include <string>

using namespace xblock;

namespace {

using Text = char[128];

} // namespace

XBLOCK_KEPT(tm, timeResult, "localtime_result");
XBLOCK_KEPT(Text, textResult, "asctime_result");

namespace {

std::string *zone = nullptr; ///< TZ as it was when libc read it last, for the program

std::string zoneNow() {
  const char *now = getenv("TZ");
  return now ? std::string("=") + now : "";
}

/// libc reads TZ, if it did not yet, or at each call. In a RuntimeScope, as what libc allocates
/// then is not the program's.
void readZone(bool always, const xblock_site *site) {
  if (always)
    noteEnvironmentRead(site);
  if (zone && (!always || *zone == zoneNow()))
    return;
  if (zone && running.exploring)
    unsupported("another time zone than before threads were explored: call tzset() before them",
                site);
  delete zone;
  zone = new std::string(zoneNow());
  tzset();
}

tm *keepTime(const tm *time, const xblock_site *site) {
  if (!time)
    return nullptr;
  *written(&timeResult.value, sizeof *time, site) = *time;
  return &timeResult.value;
}

char *keepText(const char *text, const xblock_site *site) {
  if (!text)
    return nullptr;
  size_t n = std::min(strlen(text) + 1, sizeof textResult.value);
  return static_cast<char *>(memcpy(written(textResult.value, n, site), text, n));
}

/// What `format` makes of it, for to: up to n characters.
template <typename C, typename Format>
size_t formatTime(C *to, size_t n, const C *format, const tm *time, const xblock_site *site,
                  Format make) {
  readString(format, site);
  readBytes(time, sizeof *time, site);
  RuntimeScope scope;
  readZone(true, site);
  C made[1024];
  size_t length = make(made, std::min(n, std::size(made)), format, time);
  if (!length && n > std::size(made))
    return make(written(to, n * sizeof *to, site), n, format, time);
  // How much there is of what does not fit is not told: all that there is room for.
  size_t kept = length || (n && !*format) ? length + 1 : n;
  memcpy(written(to, kept * sizeof *to, site), made, kept * sizeof *to);
  return length;
}

} // namespace

XBLOCK_FUNCTION(void, tzset, (), {
  RuntimeScope scope;
  readZone(true, site);
})
XBLOCK_FUNCTION(tm *, localtime, (const time_t *time), {
  RuntimeScope scope;
  readBytes(time, sizeof *time, site);
  readZone(true, site);
  return keepTime(localtime(time), site);
})
XBLOCK_FUNCTION(tm *, gmtime, (const time_t *time), {
  RuntimeScope scope;
  readBytes(time, sizeof *time, site);
  readZone(false, site);
  return keepTime(gmtime(time), site);
})
XBLOCK_FUNCTION(tm *, localtime_r, (const time_t *time, tm *to), {
  RuntimeScope scope;
  readBytes(time, sizeof *time, site);
  readZone(false, site);
  return localtime_r(time, written(to, sizeof *to, site));
})
XBLOCK_FUNCTION(tm *, gmtime_r, (const time_t *time, tm *to), {
  RuntimeScope scope;
  readBytes(time, sizeof *time, site);
  readZone(false, site);
  return gmtime_r(time, written(to, sizeof *to, site));
})
XBLOCK_FUNCTION(char *, asctime, (const tm *time), {
  RuntimeScope scope;
  return keepText(asctime(readBytes(time, sizeof *time, site)), site);
})
XBLOCK_FUNCTION(char *, ctime, (const time_t *time), {
  RuntimeScope scope;
  readBytes(time, sizeof *time, site);
  readZone(true, site);
  const tm *local = keepTime(localtime(time), site);
  return local ? keepText(asctime(local), site) : nullptr;
})
XBLOCK_FUNCTION(char *, asctime_r, (const tm *time, char *to), {
  RuntimeScope scope;
  constexpr size_t kLength = 26;
  return asctime_r(readBytes(time, sizeof *time, site), written(to, kLength, site));
})
XBLOCK_FUNCTION(char *, ctime_r, (const time_t *time, char *to), {
  RuntimeScope scope;
  constexpr size_t kLength = 26;
  readBytes(time, sizeof *time, site);
  readZone(false, site);
  return ctime_r(time, written(to, kLength, site));
})

#define XBLOCK_TIME_OF(name, zoned)                                                                \
  XBLOCK_FUNCTION(time_t, name, (tm * time), {                                                     \
    RuntimeScope scope;                                                                            \
    if (zoned)                                                                                     \
      readZone(true, site);                                                                        \
    return name(written(readBytes(time, sizeof *time, site), sizeof *time, site));                 \
  })
XBLOCK_TIME_OF(mktime, true)
XBLOCK_TIME_OF(timelocal, true)
XBLOCK_TIME_OF(timegm, false)

XBLOCK_FUNCTION(size_t, strftime, (char *to, size_t n, const char *format, const tm *time),
                { return formatTime(to, n, format, time, site, strftime); })
XBLOCK_FUNCTION(size_t, wcsftime, (wchar_t * to, size_t n, const wchar_t *format, const tm *time),
                { return formatTime(to, n, format, time, site, wcsftime); })

namespace {

template <typename Parse> char *parseTime(const char *text, const char *format, tm *to, const xblock_site *site, Parse parse) {
  RuntimeScope scope;
  readString(format, site);
  readZone(false, site);
  tm copy = *to;
  const char *end = parse(text, format, &copy);
  readUpTo(text, end ? end : text + strlen(text), site);
  *written(to, sizeof *to, site) = copy;
  return const_cast<char *>(end);
}

} // namespace

XBLOCK_FUNCTION(char *, strptime, (const char *text, const char *format, tm *to), { return parseTime(text, format, to, site, strptime); })
XBLOCK_FUNCTION(char *, strptime_l, (const char *text, const char *format, tm *to, locale_t locale), {
  return parseTime(text, format, to, site, [&](const char *t, const char *f, tm *into) { return strptime_l(t, f, into, locale); });
})
XBLOCK_FUNCTION(int, clock_getres, (clockid_t clock, timespec *to),
                { return clock_getres(clock, result(to, site)); })
XBLOCK_FUNCTION(int, timespec_getres, (timespec * to, int base), { return timespec_getres(result(to, site), base); })

// A locale of the program is the process's (locales.cpp).
XBLOCK_FUNCTION(size_t, strftime_l, (char *to, size_t n, const char *format, const tm *time, locale_t locale), {
  return formatTime(to, n, format, time, site, [&](char *o, size_t m, const char *f, const tm *t) { return strftime_l(o, m, f, t, locale); });
})
XBLOCK_FUNCTION(size_t, wcsftime_l, (wchar_t *to, size_t n, const wchar_t *format, const tm *time, locale_t locale), {
  return formatTime(to, n, format, time, site, [&](wchar_t *o, size_t m, const wchar_t *f, const tm *t) { return wcsftime_l(o, m, f, t, locale); });
})

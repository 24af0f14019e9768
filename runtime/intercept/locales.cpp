// Locales that a program makes and uses. libc keeps them, and which one a thread uses, where nothing is rolled back: so while threads are explored there
// is the process's locale and "C", which libc has always; setlocale is refused then.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <clocale>
#include <libintl.h>

using namespace xblock;

namespace {

using OfThreads = locale_t[layout::kMaxThreads];

locale_t standardLocale() {
  static const locale_t standard = newlocale(LC_ALL_MASK, "C", nullptr);
  return standard;
}

bool isStandard() { return !strcmp(setlocale(LC_ALL, nullptr), "C"); }

} // namespace

XBLOCK_KEPT(OfThreads, usedLocales, "uselocale_state");

XBLOCK_FUNCTION(locale_t, newlocale, (int mask, const char *name, locale_t base), {
  RuntimeScope scope;
  readString(name, site);
  bool known = !base && (mask & LC_ALL_MASK) == LC_ALL_MASK && (!strcmp(name, "C") || !strcmp(name, "POSIX"));
  if (running.exploring && !known)
    unsupported("call of newlocale of another locale than \"C\"", site);
  return newlocale(mask, name, base);
})
XBLOCK_FUNCTION(locale_t, duplocale, (locale_t locale), {
  RuntimeScope scope;
  if (running.exploring && locale != standardLocale())
    unsupported("call of duplocale of another locale than \"C\"", site);
  return duplocale(locale);
})
// An earlier state may still have it.
XBLOCK_FUNCTION(void, freelocale, (locale_t locale), {
  RuntimeScope scope;
  if (!running.exploring)
    freelocale(locale);
})
// Of a thread, by the number that it has; what it uses is the same anyway.
XBLOCK_FUNCTION(locale_t, uselocale, (locale_t locale), {
  RuntimeScope scope;
  locale_t &used = usedLocales.value[running.onFiber ? index(running.thread) : 0];
  locale_t before = used ? used : uselocale(nullptr);
  if (!locale)
    return before;
  if (running.exploring) {
    bool same = (isStandard() || before == standardLocale()) && (locale == standardLocale() || locale == LC_GLOBAL_LOCALE);
    if (!same && locale != before)
      unsupported("call of uselocale with another locale than the process's", site);
    touch(&used, sizeof used);
    used = locale;
    return before;
  }
  used = nullptr;
  return uselocale(locale);
})

// What a catalogue has for a text, or the text itself: catalogues are chosen before threads are explored, and do not change.
XBLOCK_FUNCTION(char *, gettext, (const char *text), {
  RuntimeScope scope;
  return gettext(readString(text, site));
})
XBLOCK_FUNCTION(char *, ngettext, (const char *one, const char *many, unsigned long n), {
  RuntimeScope scope;
  return ngettext(readString(one, site), readString(many, site), n);
})

namespace {

const char *readDomain(const char *domain, const xblock_site *site) { return domain ? readString(domain, site) : domain; }

} // namespace

XBLOCK_FUNCTION(char *, dgettext, (const char *domain, const char *text), {
  RuntimeScope scope;
  return dgettext(readDomain(domain, site), readString(text, site));
})
XBLOCK_FUNCTION(char *, dcgettext, (const char *domain, const char *text, int category), {
  RuntimeScope scope;
  return dcgettext(readDomain(domain, site), readString(text, site), category);
})
XBLOCK_FUNCTION(char *, dngettext, (const char *domain, const char *one, const char *many, unsigned long n), {
  RuntimeScope scope;
  return dngettext(readDomain(domain, site), readString(one, site), readString(many, site), n);
})
XBLOCK_FUNCTION(char *, dcngettext, (const char *domain, const char *one, const char *many, unsigned long n, int category), {
  RuntimeScope scope;
  return dcngettext(readDomain(domain, site), readString(one, site), readString(many, site), n, category);
})

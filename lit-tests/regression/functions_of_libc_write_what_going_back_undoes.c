// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What these functions wrote to the program's memory was in no undo log, so that it stayed there in the next schedule, and conflicted
// with nothing. Each page is written to for the first time by the function itself: --memory=strict would name it.
// RUN: %xblock_cc -O0 -g -Wno-everything %s -o %t -lm
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t -- verdict=complete failures=none "schedules=2"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none "schedules=2"
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <grp.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(4096) char pages[256][4096];
static int used;
// A page that nothing was written to, for each result.
#define AT(type) ((type *)next())
static void *next(void) { return pages[used++ % 256]; }

static int descends(const void *a, const void *b, void *unused) { return *(const char *)b - *(const char *)a; }

static int same(const void *a, const void *b) { return *(const char *)b - *(const char *)a; }

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  used = 0;
  strtoll("1", AT(char *), 10), strtoull("1", AT(char *), 10), strtof("1", AT(char *)), strtold("1", AT(char *));
  strtoimax("1", AT(char *), 10), strtoumax("1", AT(char *), 10), strtol("1", AT(char *), 10), strtod("1", AT(char *));
  memccpy(AT(char), "abc", 'c', 10), swab("abcd", AT(char), 4), stpncpy(AT(char), "abc", 10), strxfrm(AT(char), "abc", 10);
  char *text = "a,b", **cut = AT(char *);
  *cut = strcpy(AT(char), text);
  strsep(cut, ",");
  strerror_r(EIO, AT(char), 100), inet_pton(AF_INET, "1.2.3.4", AT(char)), inet_aton("1.2.3.4", AT(struct in_addr));
  inet_ntop(AF_INET, "abcd", AT(char), 100);
  qsort_r(AT(char), 10, 1, descends, NULL);
  frexp(3, AT(int)), frexpf(3, AT(int)), frexpl(3, AT(int)), modf(1.5, AT(double)), modff(1.5f, AT(float)), modfl(1.5L, AT(long double));
  remquo(5, 3, AT(int)), remquof(5, 3, AT(int)), remquol(5, 3, AT(int)), lgamma_r(3, AT(int)), lgammaf_r(3, AT(int)), lgammal_r(3, AT(int));
  sincos(1, AT(double), AT(double)), sincosf(1, AT(float), AT(float)), sincosl(1, AT(long double), AT(long double));
  wmemcpy(AT(wchar_t), L"abc", 3), wmemmove(AT(wchar_t), L"abc", 3), wmemset(AT(wchar_t), L'a', 3), wmempcpy(AT(wchar_t), L"abc", 3);
  wcscpy(AT(wchar_t), L"abc"), wcpcpy(AT(wchar_t), L"abc"), wcsncpy(AT(wchar_t), L"abc", 9), wcscat(AT(wchar_t), L"abc"), wcsncat(AT(wchar_t), L"abc", 9);
  wcstol(L"1", AT(wchar_t *), 10), wcstoul(L"1", AT(wchar_t *), 10), wcstoll(L"1", AT(wchar_t *), 10), wcstoull(L"1", AT(wchar_t *), 10);
  wcstod(L"1", AT(wchar_t *)), wcstof(L"1", AT(wchar_t *)), wcstold(L"1", AT(wchar_t *));
  mbtowc(AT(wchar_t), "a", 1), wctomb(AT(char), L'a'), mbrtowc(AT(wchar_t), "a", 1, AT(mbstate_t)), wcrtomb(AT(char), L'a', AT(mbstate_t));
  mbstowcs(AT(wchar_t), "abc", 10), wcstombs(AT(char), L"abc", 10), swprintf(AT(wchar_t), 10, L"%d", 5);
  time_t day = 86400, *when = AT(time_t);
  struct tm *broken = gmtime_r(&day, AT(struct tm)), *local = localtime_r(&day, AT(struct tm));
  *when = day;
  asctime_r(broken, AT(char)), ctime_r(when, AT(char)), strftime(AT(char), 100, "%c %Z", local), wcsftime(AT(wchar_t), 100, L"%c", local);
  strptime("2001-02-03", "%Y-%m-%d", AT(struct tm)), mktime(memcpy(AT(struct tm), local, sizeof *local)), timegm(memcpy(AT(struct tm), local, sizeof *local));
  clock_getres(CLOCK_REALTIME, AT(struct timespec)), times(AT(struct tms)), getrusage(RUSAGE_SELF, AT(struct rusage));
  strtok_r(strcpy(AT(char), text), ",", AT(char *)), wcstok(wcscpy(AT(wchar_t), L"a,b"), L",", AT(wchar_t *));
  ecvt_r(1.5, 3, AT(int), AT(int), AT(char), 100), fcvt_r(1.5, 3, AT(int), AT(int), AT(char), 100), gcvt(1.5, 3, AT(char)), memfrob(AT(char), 9);
  char **option = AT(char *), *const tokens[] = {"a", NULL};
  *option = strcpy(AT(char), text);
  getsubopt(option, tokens, AT(char *)), wcsxfrm(AT(wchar_t), L"abc", 10);
  const char **narrow = AT(const char *);
  const wchar_t **broad = AT(const wchar_t *);
  *narrow = "abc", *broad = L"abc";
  mbsrtowcs(AT(wchar_t), narrow, 10, AT(mbstate_t)), wcsrtombs(AT(char), broad, 10, AT(mbstate_t)), mbrlen("a", 1, AT(mbstate_t));
  mbrtoc16(AT(char16_t), "a", 1, AT(mbstate_t)), c16rtomb(AT(char), u'a', AT(mbstate_t));
  mbrtoc32(AT(char32_t), "a", 1, AT(mbstate_t)), c32rtomb(AT(char), U'a', AT(mbstate_t));
  size_t *count = AT(size_t);
  *count = 0;
  lsearch("a", AT(char), count, 1, same);
  void *a = next(), *b = next(), *c = next();
  insque(a, NULL), insque(b, a), insque(c, a), remque(b);
  regex_t *pattern = AT(regex_t);
  regcomp(pattern, "b", 0), regexec(pattern, "abc", 1, AT(regmatch_t), 0), regfree(pattern), regerror(REG_BADPAT, NULL, AT(char), 100);
  uname(AT(struct utsname)), gethostname(AT(char), 100), getrlimit(RLIMIT_NOFILE, AT(struct rlimit)), getgroups(512, AT(gid_t));
  getpwuid_r(0, AT(struct passwd), AT(char), 4096, AT(struct passwd *)), getgrgid_r(0, AT(struct group), AT(char), 4096, AT(struct group *));
  struct hsearch_data *table = AT(struct hsearch_data);
  hdestroy_r(table);
  if (!hcreate_r(500, table)) /* a table of 12,000 bytes: pages of its own */
    abort();
  hsearch_r((ENTRY){"key", NULL}, ENTER, AT(ENTRY *), table);
  char **copy = AT(char *);
  free(*copy);
  *copy = strndup("abcdef", 3);
  wchar_t **wide = AT(wchar_t *);
  free(*wide);
  *wide = wcsdup(L"abc");
  if (used > 256 || strcmp(*copy, "abc") || wcscmp(*wide, L"abc"))
    abort();
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: these functions of libc and libm ran unseen. What they wrote stayed there when going back, what they read conflicted with nothing, and the verdict
// was complete. READS and WRITES list them, with a call that reads the first byte of `shared`, or writes one of the first 8.
//
// As alone, so natively.
// RUN: %xblock_cc -O0 -g -fno-builtin -Wno-everything %s -o %t -lm
// RUN: clang-19 -O0 -g -fno-builtin -Wno-everything %s -o %t.native -lm -lpthread
// RUN: %t.native all > %t.expected && %xblock run -- %t all 2>/dev/null | diff %t.expected -
// Under a lock, 2 orders of two threads that make all calls, each of its writes to a page of its own that nothing else writes to: all goes back.
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t locked -- verdict=complete failures=none schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t locked -- verdict=complete failures=none schedules=2
// Without one, each call races with a write of the byte that it reads, and with a read of the bytes that it writes.
// RUN: %python %S/Inputs/each_races.py %xblock %t
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fenv.h>
#include <fnmatch.h>
#include <glob.h>
#include <inttypes.h>
#include <libintl.h>
#include <locale.h>
#include <math.h>
#include <netinet/ether.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

char *gnu_basename(const char *) __asm__("basename");
char *dirname(char *), *__xpg_basename(char *);
void *__memcpy_chk(void *, const void *, size_t, size_t), *__memmove_chk(void *, const void *, size_t, size_t), *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t), __explicit_bzero_chk(void *, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t), *__stpcpy_chk(char *, const char *, size_t), *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t), *__strcat_chk(char *, const char *, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
size_t mbrtoc8(unsigned char *, const char *, size_t, mbstate_t *), c8rtomb(char *, unsigned char, mbstate_t *);
long __strtol_internal(const char *, char **, int, int);
wchar_t *wcswcs(const wchar_t *, const wchar_t *);
int strfromf128(char *, size_t, const char *, __float128), canonicalizef128(__float128 *, const __float128 *), totalorderf128(const __float128 *, const __float128 *);
__float128 strtof128(const char *, char **), frexpf128(__float128, int *), modff128(__float128, __float128 *), remquof128(__float128, __float128, int *), nanf128(const char *);
__float128 strtof128_l(const char *, char **, locale_t), wcstof128(const wchar_t *, wchar_t **), wcstof128_l(const wchar_t *, wchar_t **, locale_t), lgammaf128_r(__float128, int *);
__float128 getpayloadf128(const __float128 *);
int setpayloadf128(__float128 *, __float128), setpayloadsigf128(__float128 *, __float128), totalordermagf128(const __float128 *, const __float128 *);
void sincosf128(__float128, __float128 *, __float128 *);

static _Alignas(4096) char shared[4096], other[4096];
#define AT(type) ((type *)at)
#define C locale
static locale_t locale;
static struct tm day;
static struct dirent one = {.d_name = "b1"};
static const struct dirent *second = &one;
#define ENTRY (&second)
static int sameByte(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int next(struct msghdr *m) { return __cmsg_nxthdr(m, (struct cmsghdr *)other) != NULL; }
#define FLOATS(X, T, suffix)                                                                       \
  X(getpayload##suffix, "", getpayload##suffix(AT(T)))                                             \
  X(totalorder##suffix, "", totalorder##suffix(AT(T), (T *)other))                                 \
  X(totalordermag##suffix, "", totalordermag##suffix((T *)other, AT(T)))                           \
  X(canonicalize##suffix, "", canonicalize##suffix((T *)other, AT(T)))                             \
  X(nan##suffix, "1", nan##suffix(at) == 0)
#define FLOATS_OUT(X, T, suffix)                                                                   \
  X(setpayload##suffix, "", setpayload##suffix(AT(T), 5))                                          \
  X(setpayloadsig##suffix, "", setpayloadsig##suffix(AT(T), 5))                                    \
  X(canonicalize_to##suffix, "", canonicalize##suffix(AT(T), (T *)(other + 512)))
#define FORMS_OUT(X, suffix, T)                                                                    \
  X(frexp##suffix, "", frexp##suffix(1.5 + k, AT(int)) * 1000)                                     \
  X(modf##suffix, "", modf##suffix(1.5 + k, AT(T)) * 1000)                                         \
  X(remquo##suffix, "", remquo##suffix(9.5 + k, 2, AT(int)) * 1000)                                \
  X(lgamma##suffix##_r, "", lgamma##suffix##_r(-1.5 - k, AT(int)) * 1000)                          \
  X(sincos##suffix, "", (sincos##suffix(1.5 + k, AT(T), (T *)other), 0))
#define READS(X)                                                                                   \
  X(bcopy, "abc", (bcopy(at, other, 3), other[1])) X(strverscmp, "a10", strverscmp(at, "a9")) X(fnmatch, "a*", fnmatch(at, "abc", 0)) \
  X(fnmatch_text, "abc", fnmatch("a?c", at, 0)) X(a64l, "zz/", a64l(at)) X(basename, "/a/b", gnu_basename(at) - at) X(dirname, "/a/b", dirname(at) - at) \
  X(__xpg_basename, "/a/b/", __xpg_basename(at) - at) X(glob_pattern_p, "a[b]", glob_pattern_p(at, 0)) X(index, "abc", index(at, 'b') - at) \
  X(rindex, "abcb", rindex(at, 'b') - at) X(wcsspn, L"aab", wcsspn(AT(wchar_t), L"a")) X(wcscspn, L"aab", wcscspn(AT(wchar_t), L"b")) \
  X(wcspbrk, L"aab", wcspbrk(AT(wchar_t), L"b") - AT(wchar_t)) X(wcschrnul, L"aab", wcschrnul(AT(wchar_t), L'b') - AT(wchar_t)) \
  X(wcscasecmp, L"Abc", wcscasecmp(AT(wchar_t), L"aBd")) X(wcsncasecmp, L"Abc", wcsncasecmp(L"aBd", AT(wchar_t), 2)) X(wcswidth, L"abc", wcswidth(AT(wchar_t), 10)) \
  X(wcswcs, L"abc", wcswcs(AT(wchar_t), L"c") - AT(wchar_t)) X(wcpncpy_from, L"abc", wcpncpy((wchar_t *)other, AT(wchar_t), 5) - (wchar_t *)other) \
  X(wctype, "alpha", wctype(at) != 0) X(wctrans, "tolower", wctrans(at) != 0) X(wctype_l, "alpha", wctype_l(at, C) != 0) X(wctrans_l, "tolower", wctrans_l(at, C) != 0) \
  X(strcasecmp_l, "Abc", strcasecmp_l(at, "aBC", C)) X(strncasecmp_l, "Abc", strncasecmp_l("aBd", at, 2, C)) X(strcoll_l, "abc", strcoll_l(at, "abd", C) < 0) \
  X(wcscasecmp_l, L"Abc", wcscasecmp_l(AT(wchar_t), L"aBc", C)) X(wcsncasecmp_l, L"Abc", wcsncasecmp_l(AT(wchar_t), L"aBd", 2, C)) \
  X(wcscoll_l, L"abc", wcscoll_l(AT(wchar_t), L"abd", C) < 0) X(strxfrm_l_from, "abc", strxfrm_l(other, at, 9, C)) X(wcsxfrm_l_from, L"abc", wcsxfrm_l((wchar_t *)other, AT(wchar_t), 9, C)) \
  X(newlocale, "C", newlocale(LC_ALL_MASK, at, NULL) == C) X(gettext, "abc", gettext(at) - at) X(ngettext, "abc", ngettext(at, "b", 1) - at) X(dgettext, "a", *dgettext(at, "text")) \
  X(dcgettext, "a", *dcgettext("domain", at, LC_MESSAGES)) X(dngettext, "a", *dngettext("domain", "b", at, 2)) X(dcngettext, "a", *dcngettext("domain", "b", at, 2, LC_MESSAGES)) \
  X(strtol_l_from, "12x", strtol_l(at, NULL, 10, C)) X(strtoul_l_from, "12x", strtoul_l(at, NULL, 10, C)) X(strtoll_l_from, "12x", strtoll_l(at, NULL, 10, C)) \
  X(strtoull_l_from, "12x", strtoull_l(at, NULL, 10, C)) X(strtod_l_from, "1.5x", strtod_l(at, NULL, C) * 10) X(strtof_l_from, "1.5x", strtof_l(at, NULL, C) * 10) \
  X(strtold_l_from, "1.5x", strtold_l(at, NULL, C) * 10) X(strtof128_from, "1.5", strtof128(at, NULL) * 10) X(strtof128_l_from, "1.5", strtof128_l(at, NULL, C) * 10) \
  X(strtof32, "1.5", strtof32(at, NULL) * 10) X(strtof64x_l, "1.5", strtof64x_l(at, NULL, C) * 10) X(strtoq, "15", strtoq(at, NULL, 10)) X(strtouq, "15", strtouq(at, NULL, 10)) \
  X(__strtol_internal, "15", __strtol_internal(at, NULL, 10, 0)) X(wcstol_l_from, L"12x", wcstol_l(AT(wchar_t), NULL, 10, C)) X(wcstoul_l_from, L"12x", wcstoul_l(AT(wchar_t), NULL, 10, C)) \
  X(wcstoll_l_from, L"12x", wcstoll_l(AT(wchar_t), NULL, 10, C)) X(wcstoull_l_from, L"12x", wcstoull_l(AT(wchar_t), NULL, 10, C)) X(wcstod_l_from, L"1.5", wcstod_l(AT(wchar_t), NULL, C) * 10) \
  X(wcstof_l_from, L"1.5", wcstof_l(AT(wchar_t), NULL, C) * 10) X(wcstold_l_from, L"1.5", wcstold_l(AT(wchar_t), NULL, C) * 10) X(wcstof128_from, L"1.5", wcstof128(AT(wchar_t), NULL) * 10) \
  X(wcstof128_l_from, L"1.5", wcstof128_l(AT(wchar_t), NULL, C) * 10) X(wcstoimax_from, L"12", wcstoimax(AT(wchar_t), NULL, 10)) X(wcstoumax_from, L"12", wcstoumax(AT(wchar_t), NULL, 10)) \
  X(strfromd_format, "%.2f", strfromd(other, 9, at, 1.5)) X(mbsinit, "", mbsinit(AT(mbstate_t))) X(mblen, "abc", mblen(at, 3)) X(mbrtoc8_from, "abc", mbrtoc8((unsigned char *)other, at, 3, NULL)) \
  FLOATS(X, double, ) FLOATS(X, float, f) FLOATS(X, long double, l) FLOATS(X, __float128, f128) X(totalorderf64, "", totalorderf64(AT(double), (double *)other)) \
  X(fesetenv, "", (fegetenv((fenv_t *)(other + 1024)), memcmp(at, at, 0), fesetexceptflag(AT(fexcept_t), 0))) X(fetestexceptflag, "", fetestexceptflag(AT(fexcept_t), FE_INEXACT)) \
  X(sigismember, "\2", sigismember(AT(sigset_t), SIGINT)) X(sigisemptyset, "", sigisemptyset(AT(sigset_t))) X(sigandset_of, "\6", sigandset((sigset_t *)other, AT(sigset_t), AT(sigset_t))) \
  X(sigorset_of, "\6", sigorset((sigset_t *)other, AT(sigset_t), AT(sigset_t))) X(cfgetispeed, "", cfgetispeed(AT(struct termios))) X(cfgetospeed, "", cfgetospeed(AT(struct termios))) \
  X(ether_aton_r_from, "1:2:3:4:5:6", ether_aton_r(at, (struct ether_addr *)other) != NULL) X(ether_aton, "1:2:3:4:5:6", ether_aton(at)->ether_addr_octet[1]) \
  X(ether_ntoa_r_from, "abcdef", *ether_ntoa_r(AT(struct ether_addr), other)) X(ether_ntoa, "abcdef", *ether_ntoa(AT(struct ether_addr))) X(inet_addr, "1.2.3.4", inet_addr(at)) \
  X(inet_network, "1.2.3.4", inet_network(at)) X(lfind, "\2", lfind("b", "ab", AT(size_t), 1, sameByte) != NULL) X(alphasort, "", alphasort(AT(const struct dirent *), ENTRY)) \
  X(versionsort, "", versionsort(ENTRY, AT(const struct dirent *))) X(alphasort64, "", alphasort64(AT(const struct dirent64 *), (const struct dirent64 **)ENTRY)) X(__sched_cpucount, "\7", CPU_COUNT(AT(cpu_set_t))) \
  X(sched_setaffinity, "\1", sched_setaffinity(0, sizeof(cpu_set_t), AT(cpu_set_t))) X(strftime_l_from, "", strftime_l(other, 99, "%c", AT(struct tm), C)) \
  X(wcsftime_l_from, "", wcsftime_l((wchar_t *)other, 99, L"%c", AT(struct tm), C)) X(strptime_l_from, "2001-02-03", strptime_l(at, "%Y-%m-%d", &day, C) - at) \
  X(__memcpy_chk_from, "abc", (__memcpy_chk(other, at, 3, 9), other[0])) X(__memmove_chk_from, "abc", (__memmove_chk(other, at, 3, 9), other[0])) \
  X(__mempcpy_chk_from, "abc", (char *)__mempcpy_chk(other, at, 3, 9) - other) X(__strcpy_chk_from, "abc", *__strcpy_chk(other, at, 9)) X(__stpcpy_chk_from, "abc", __stpcpy_chk(other, at, 9) - other) \
  X(__strncpy_chk_from, "abc", *__strncpy_chk(other, at, 5, 9)) X(__stpncpy_chk_from, "abc", __stpncpy_chk(other, at, 5, 9) - other) \
  X(__strcat_chk_from, "abc", (other[0] = 0, *__strcat_chk(other, at, 9))) X(__strncat_chk_from, "abc", (other[0] = 0, *__strncat_chk(other, at, 2, 9))) X(__cmsg_nxthdr, "", next(AT(struct msghdr)))
#define WRITES(X)                                                                                  \
  X(explicit_bzero, "abc", (explicit_bzero(at, 2 - k), 0)) X(bcopy_to, "", (bcopy("abcd" + k, at, 3), 0)) X(dirname_to, "a/b", dirname(at) - at) X(__xpg_basename_to, "a//", __xpg_basename(at) - at) \
  X(wcpncpy, L"", wcpncpy(AT(wchar_t), L"abcd" + k, 9) - AT(wchar_t)) X(strxfrm_l, "", strxfrm_l(at, "abcd" + k, 9, C)) X(wcsxfrm_l, L"", wcsxfrm_l(AT(wchar_t), L"abcd" + k, 9, C)) \
  X(strtol_l, "", strtol_l("12x" + k, AT(char *), 10, C)) X(strtoul_l, "", strtoul_l("12x" + k, AT(char *), 10, C)) X(strtoll_l, "", strtoll_l("12x" + k, AT(char *), 10, C)) \
  X(strtoull_l, "", strtoull_l("12x" + k, AT(char *), 10, C)) X(strtod_l, "", strtod_l("12x" + k, AT(char *), C)) X(strtof_l, "", strtof_l("12x" + k, AT(char *), C)) \
  X(strtold_l, "", strtold_l("12x" + k, AT(char *), C)) X(strtof128, "", strtof128("12x" + k, AT(char *))) X(strtof128_l, "", strtof128_l("12x" + k, AT(char *), C)) \
  X(wcstol_l, L"", wcstol_l(L"12x" + k, AT(wchar_t *), 10, C)) X(wcstoul_l, L"", wcstoul_l(L"12x" + k, AT(wchar_t *), 10, C)) X(wcstoll_l, L"", wcstoll_l(L"12x" + k, AT(wchar_t *), 10, C)) \
  X(wcstoull_l, L"", wcstoull_l(L"12x" + k, AT(wchar_t *), 10, C)) X(wcstod_l, L"", wcstod_l(L"12x" + k, AT(wchar_t *), C)) X(wcstof_l, L"", wcstof_l(L"12x" + k, AT(wchar_t *), C)) \
  X(wcstold_l, L"", wcstold_l(L"12x" + k, AT(wchar_t *), C)) X(wcstof128, L"", wcstof128(L"12x" + k, AT(wchar_t *))) X(wcstof128_l, L"", wcstof128_l(L"12x" + k, AT(wchar_t *), C)) \
  X(wcstoimax, L"", wcstoimax(L"12x" + k, AT(wchar_t *), 10)) X(wcstoumax, L"", wcstoumax(L"12x" + k, AT(wchar_t *), 10)) X(wcstoq, L"", wcstoq(L"12x" + k, AT(wchar_t *), 10)) \
  X(strfromd, "", strfromd(at, 20, "%f", 1.5 + k)) X(strfromf, "", strfromf(at, 20, "%f", 1.5f + k)) X(strfroml, "", strfroml(at, 20, "%f", 1.5L + k)) X(strfromf128, "", strfromf128(at, 20, "%f", 1.5 + k)) \
  X(strfromf64, "", strfromf64(at, 20, "%f", 1.5 + k)) X(mbrtoc8, "", mbrtoc8(AT(unsigned char), "ab" + k, 1, (mbstate_t *)(other + 256))) X(c8rtomb, "", c8rtomb(at, 'a' + k, (mbstate_t *)(other + 256))) \
  FORMS_OUT(X, f128, __float128) FORMS_OUT(X, f32, float) FORMS_OUT(X, f64, double) FORMS_OUT(X, f32x, double) FORMS_OUT(X, f64x, long double) \
  FLOATS_OUT(X, double, ) FLOATS_OUT(X, float, f) FLOATS_OUT(X, long double, l) FLOATS_OUT(X, __float128, f128) \
  X(fegetenv, "", fegetenv(AT(fenv_t))) X(feholdexcept, "", feholdexcept(AT(fenv_t))) X(fegetexceptflag, "x", fegetexceptflag(AT(fexcept_t), FE_ALL_EXCEPT)) X(fegetmode, "", fegetmode(AT(femode_t))) \
  X(sigemptyset, "x", sigemptyset(AT(sigset_t))) X(sigfillset, "", sigfillset(AT(sigset_t))) X(sigaddset, "", sigaddset(AT(sigset_t), 1 + k)) X(sigdelset, "\3", sigdelset(AT(sigset_t), 1 + k)) \
  X(sigandset, "", sigandset(AT(sigset_t), (sigset_t *)other, (sigset_t *)other)) X(sigorset, "", sigorset(AT(sigset_t), (sigset_t *)other, (sigset_t *)other)) \
  X(cfsetispeed, "", cfsetispeed(AT(struct termios), k ? B9600 : B4800)) X(cfsetospeed, "", cfsetospeed(AT(struct termios), k ? B9600 : B4800)) \
  X(cfsetspeed, "", cfsetspeed(AT(struct termios), k ? B9600 : B4800)) X(cfmakeraw, "\377", (cfmakeraw(AT(struct termios)), 0)) \
  X(ether_aton_r, "", ether_aton_r(k ? "1:2:3:4:5:6" : "2:2:3:4:5:6", AT(struct ether_addr)) != NULL) X(ether_ntoa_r, "", *ether_ntoa_r((struct ether_addr *)("abcdefg" + k), at)) \
  X(getresuid, "", getresuid(AT(uid_t), (uid_t *)other, (uid_t *)other)) X(getresgid, "", getresgid((gid_t *)other, AT(gid_t), (gid_t *)other)) X(confstr, "", confstr(_CS_PATH, at, 5 + k)) \
  X(dladdr, "", dladdr(strlen, AT(Dl_info)) * 0) X(sched_getaffinity, "", sched_getaffinity(0, sizeof(cpu_set_t), AT(cpu_set_t))) X(sched_getparam, "", sched_getparam(0, AT(struct sched_param))) \
  X(timespec_getres, "", timespec_getres(AT(struct timespec), TIME_UTC)) X(clock_getcpuclockid, "", clock_getcpuclockid(0, AT(clockid_t))) X(strftime_l, "", strftime_l(at, 99, k ? "%c" : "%d", &day, C)) \
  X(wcsftime_l, L"", wcsftime_l(AT(wchar_t), 99, k ? L"%c" : L"%d", &day, C)) X(strptime_l, "", *strptime_l(k ? "2001-02-03" : "2002-02-03", "%Y-%m-%d", AT(struct tm), C)) \
  X(__memcpy_chk, "", (__memcpy_chk(at, "abcd" + k, 3, 9), 0)) X(__memmove_chk, "", (__memmove_chk(at, "abcd" + k, 3, 9), 0)) X(__mempcpy_chk, "", (__mempcpy_chk(at, "abcd" + k, 3, 9), 0)) \
  X(__memset_chk, "", (__memset_chk(at, k + 1, 3, 9), 0)) X(__explicit_bzero_chk, "ab", (__explicit_bzero_chk(at, 2 - k, 9), 0)) X(__strcpy_chk, "", *__strcpy_chk(at, "abcd" + k, 9)) \
  X(__stpcpy_chk, "", __stpcpy_chk(at, "abcd" + k, 9) - at) X(__strncpy_chk, "", *__strncpy_chk(at, "abcd" + k, 5, 9)) X(__stpncpy_chk, "", __stpncpy_chk(at, "abcd" + k, 5, 9) - at) \
  X(__strcat_chk, "", *__strcat_chk(at, "abcd" + k, 9)) X(__strncat_chk, "", *__strncat_chk(at, "abcd" + k, 2, 9)) X(__stpcpy, "", __stpcpy(at, "abcd" + k) - at)


#define DEFINE(name, text, ...)                                                                    \
  static long call_##name(char *at, int k) { return (long)(__VA_ARGS__); }
READS(DEFINE)
WRITES(DEFINE)
static const struct Case {
  const char *name;
  const void *text;
  size_t size;
  long (*call)(char *, int);
} reads[] = {
#define ROW(name, text, ...) {#name, text, sizeof(text), call_##name},
    READS(ROW)},
  writes[] = {WRITES(ROW)};
enum { kReads = sizeof reads / sizeof *reads, kWrites = sizeof writes / sizeof *writes };

static _Alignas(4096) char pages[kWrites][4096];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct Case *asked;
static int isWrite;

static void prepare(char *at, const struct Case *c) {
  memcpy(at, c->text, c->size);
  if (strstr(c->name, "sort"))
    *(struct dirent **)at = &one;
}

static void *allLocked(void *k) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < kWrites; ++i)
    writes[i].call(pages[i], k != NULL);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *allAlone(void *unused) {
  for (int i = 0; i < kReads + kWrites; ++i) {
    const struct Case *c = i < kReads ? &reads[i] : &writes[i - kReads];
    memset(shared, 0, sizeof shared);
    prepare(shared, c);
    printf("%s %ld", c->name, c->call(shared, 1));
    // Addresses, and what the model has otherwise than the machine.
    int differs = strstr(c->name, "sort") || strstr(c->name, "wcsto") || strstr(c->name, "strto") || strstr("dladdr fegetenv feholdexcept fegetexceptflag fegetmode sched_getaffinity clock_getcpuclockid", c->name);
    for (int j = 0; j < 24 && !differs; ++j)
      printf("%02x", (unsigned char)shared[j]);
    puts("");
  }
  return NULL;
}

static void *calls(void *unused) {
  asked->call(shared, 1);
  return NULL;
}
static void *accesses(void *unused) {
  volatile char *byte = shared;
  for (int i = 0; i < 8 && isWrite; ++i)
    (void)byte[i];
  if (!isWrite)
    *byte = *byte;
  return NULL;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  pthread_t a, b;
  locale = newlocale(LC_ALL_MASK, "C", NULL);
  day = (struct tm){.tm_year = 101, .tm_mon = 1, .tm_mday = 3};
  tzset();
  if (!strcmp(what, "names")) {
    for (int i = 0; i < kReads + kWrites; ++i)
      puts(i < kReads ? reads[i].name : writes[i - kReads].name);
    return 0;
  }
  if (!strcmp(what, "all")) {
    pthread_create(&a, NULL, allAlone, NULL);
    return pthread_join(a, NULL);
  }
  if (!strcmp(what, "locked")) {
    for (int i = 0; i < kWrites; ++i)
      memcpy(pages[i], writes[i].text, writes[i].size);
    pthread_create(&a, NULL, allLocked, NULL);
    pthread_create(&b, NULL, allLocked, &lock);
    pthread_join(a, NULL);
    return pthread_join(b, NULL);
  }
  for (int i = 0; i < kReads + kWrites; ++i)
    if (!strcmp(what, i < kReads ? reads[i].name : writes[i - kReads].name)) {
      asked = i < kReads ? &reads[i] : &writes[i - kReads];
      isWrite = i >= kReads;
    }
  if (!asked)
    return 2;
  prepare(shared, asked);
  pthread_create(&a, NULL, calls, NULL);
  pthread_create(&b, NULL, accesses, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL);
}

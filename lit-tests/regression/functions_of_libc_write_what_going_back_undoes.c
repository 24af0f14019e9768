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
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(4096) char pages[128][4096];
static int used;
// A page that nothing was written to, for each result.
#define AT(type) ((type *)next())
static void *next(void) { return pages[used++ % 128]; }

static int descends(const void *a, const void *b, void *unused) { return *(const char *)b - *(const char *)a; }

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
  char **copy = AT(char *);
  free(*copy);
  *copy = strndup("abcdef", 3);
  wchar_t **wide = AT(wchar_t *);
  free(*wide);
  *wide = wcsdup(L"abc");
  if (used > 128 || strcmp(*copy, "abc") || wcscmp(*wide, L"abc"))
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

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What libc keeps between calls, and the results that lie in its memory: as without xblock, rolled back, and racing where libc's do.
// RUN: %xblock_cc -g -O1 -Wno-deprecated-declarations %s -o %t
// RUN: clang-19 -g -O1 -Wno-deprecated-declarations %s -o %t.native -lpthread
// RUN: env TZ=CET-1CEST %t.native alone > %t.expected && env TZ=CET-1CEST %xblock run -- %t alone 2>/dev/null | diff %t.expected -
// RUN: env -u TZ %t.native alone > %t.expected && env -u TZ %xblock run -- %t alone 2>/dev/null | diff %t.expected -
// RUN: %python %S/Inputs/explore.py %xblock -- %t alone -- verdict=complete failures=none schedules=1
//
// Two threads that cut texts by strtok race, and those that ask for times, for users, or search in one table; under a lock they do not: 2
// orders of two regions that conflict.
// RUN: %python %S/Inputs/explore.py %xblock -- %t strtok race -- verdict=failure failures~race
// RUN: not %xblock run -- %t strtok race 2>&1 | grep -q "data race on strtok_state: "
// RUN: %python %S/Inputs/explore.py %xblock -- %t localtime race -- verdict=failure failures~race
// RUN: not %xblock run -- %t localtime race 2>&1 | grep -q "data race on localtime_result: "
// RUN: %python %S/Inputs/explore.py %xblock -- %t asctime race -- verdict=failure failures~race
// RUN: not %xblock run -- %t asctime race 2>&1 | grep -q "data race on asctime_result: "
// RUN: %python %S/Inputs/explore.py %xblock -- %t user race -- verdict=failure failures~race
// RUN: not %xblock run -- %t user race 2>&1 | grep -q "data race on getpwuid_result: "
// RUN: %python %S/Inputs/explore.py %xblock -- %t table race -- verdict=failure failures~race
// RUN: not %xblock run -- %t table race 2>&1 | grep -q "data race on hsearch_table: "
// RUN: %python %S/Inputs/explore.py %xblock -- %t mbrlen race -- verdict=failure failures~race
// RUN: not %xblock run -- %t mbrlen race 2>&1 | grep -q "data race on mbrlen_state: "
// RUN: %python %S/Inputs/explore.py %xblock -- %t strtok locked -- verdict=complete failures=none schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t localtime locked -- verdict=complete failures=none schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t user locked -- verdict=complete failures=none schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t table locked -- verdict=complete failures=none schedules=2
//
// Texts of errors are of the thread; those that libc has are nobody's: 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t error race -- verdict=complete failures=none schedules=1
// A time zone that libc has not read before is another one than that of TZ.
// RUN: %python %S/Inputs/explore.py %xblock -- %t zone race -- verdict=unsupported "unsupported~^another time zone than before threads were explored"
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static int sameInt(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }

static void print(void) {
  char text[] = ",,a,b;c,", other[] = "x y", *place;
  wchar_t wide[] = L"-a-b", *widePlace;
  for (char *at = strtok(text, ","); at; at = strtok(NULL, ";,"))
    printf("[%s]", at);
  printf("%s\n", strtok(NULL, ",") ? "more" : "end");
  printf("%s %s\n", strtok_r(other, " ", &place), strtok_r(NULL, " ", &place));
  for (wchar_t *at = wcstok(wide, L"-", &widePlace); at; at = wcstok(NULL, L"-", &widePlace))
    printf("[%ls]", at);
  printf("%s\n", wcstok(NULL, L"-", &widePlace) ? "more" : "end");
  time_t when = 1000000000;
  struct tm broken, *at = localtime(&when);
  char out[100] = "";
  printf("%d %d %ld %s", at->tm_hour, at->tm_isdst, at->tm_gmtoff, at->tm_zone);
  printf(" %d %s %s\n", gmtime(&when)->tm_hour, at->tm_zone, at == gmtime(&when) ? "one" : "two");
  printf("%s%s", asctime(gmtime(&when)), ctime(&when));
  printf("%zu", strftime(out, sizeof out, "%Y-%m-%d %H:%M:%S %Z %z", localtime_r(&when, &broken)));
  printf(" %s", out);
  printf(" %zu %ld", strftime(out, 3, "%Y", &broken), (long)mktime(&broken));
  printf(" %s", strptime("1999-12-31 rest", "%Y-%m-%d", &broken));
  printf(" %d %ld %s %ld\n", broken.tm_yday, (long)timegm(&broken), tzname[0], timezone);
  printf("%s|%s|%s|", strerror(EIO), strerror(12345), strsignal(SIGINT));
  printf("%s %s\n", strsignal(1000), inet_ntoa((struct in_addr){htonl(0x7f000001)}));
  int point, negative;
  printf("%s %s ", l64a(123456789), ecvt(-1.25, 4, &point, &negative));
  printf("%d %d %s ", point, negative, fcvt(1e20 / 3, 5, &point, &negative));
  printf("%d %s\n", point, gcvt(0.1, 10, out));
  const char *from = "abc";
  wchar_t to[10];
  printf("%zu", mbsrtowcs(to, &from, 10, NULL));
  printf(" %ls %s %zu %zu\n", to, from ? "left" : "whole", mbrlen("x", 1, NULL), mbrlen("", 1, NULL));
  int numbers[4] = {1, 2}, three = 3, two = 2;
  size_t n = 2;
  lsearch(&three, numbers, &n, sizeof(int), sameInt);
  int found = *(int *)lsearch(&two, numbers, &n, sizeof(int), sameInt);
  printf("%zu %d %d\n", n, found, numbers[2]);
  struct item {
    struct item *next, *before;
  } a, b;
  insque(&a, NULL), insque(&b, &a);
  printf("%d %d", a.next == &b, b.before == &a);
  remque(&b);
  printf(" %d\n", a.next == NULL);
  regex_t pattern;
  regmatch_t match[2];
  regcomp(&pattern, "b+(c)", REG_EXTENDED);
  printf("%d", regexec(&pattern, "abbcd", 2, match, 0));
  printf(" %d %d %d\n", match[0].rm_so, match[1].rm_so, regexec(&pattern, "abd", 0, NULL, 0));
  regfree(&pattern);
  regerror(regcomp(&pattern, "(", REG_EXTENDED), &pattern, out, sizeof out);
  puts(out);
  hcreate(10);
  hsearch((ENTRY){"one", "1"}, ENTER);
  printf("%s %d\n", (char *)hsearch((ENTRY){"one", NULL}, FIND)->data, hsearch((ENTRY){"two", NULL}, FIND) == NULL);
  hdestroy();
  char *options = strdupa("ro,size=5,what"), *setting;
  char *const tokens[] = {"ro", "size", NULL};
  while (*options) {
    int k = getsubopt(&options, tokens, &setting);
    printf("%d %s,", k, setting ? setting : "-");
  }
  struct utsname name;
  struct rlimit limit;
  printf("\n%s %d %d", getpwuid(0)->pw_name, uname(&name), getrlimit(RLIMIT_NOFILE, &limit));
  printf(" %s %d %lu %s\n", name.sysname, getpwnam("no such user") == NULL, (unsigned long)limit.rlim_cur, getgrgid(0)->gr_name);
  struct timespec least;
  clock_getres(CLOCK_MONOTONIC, &least);
  printf("%ld %d\n", least.tv_nsec, getrusage(77, NULL));
}

static void *nothing(void *unused) { return unused; }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *what;
static int locked;

static void *run(void *number) {
  int i = *(int *)number;
  time_t when = i * 86400;
  if (locked)
    pthread_mutex_lock(&lock);
  if (!strcmp(what, "strtok")) {
    char text[] = "a b";
    assert(!strcmp(strtok(text, " "), "a"));
    assert(!strcmp(strtok(NULL, " "), "b") && !strtok(NULL, " "));
  } else if (!strcmp(what, "localtime")) {
    assert(localtime(&when)->tm_yday == i);
  } else if (!strcmp(what, "asctime")) {
    struct tm broken;
    asctime(gmtime_r(&when, &broken));
  } else if (!strcmp(what, "user")) {
    assert(!strcmp(getpwuid(0)->pw_name, "root"));
  } else if (!strcmp(what, "table")) {
    char *key[] = {"", "1", "2"};
    assert(!hsearch((ENTRY){key[i], NULL}, FIND));
    assert(hsearch((ENTRY){key[i], key[i]}, ENTER)->data == key[i]);
  } else if (!strcmp(what, "mbrlen")) {
    mbrlen("a", 1, NULL);
  } else if (!strcmp(what, "error")) {
    const char *text = i == 1 ? "Unknown error 1001" : "Unknown error 1002";
    assert(!strcmp(strerror(1000 + i), text) && strstr(strsignal(SIGTERM), "Terminated") && strstr(strsignal(200 + i), "nknown"));
  } else if (!strcmp(what, "zone")) {
    localtime(&when);
  }
  if (locked)
    pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  what = argc > 1 ? argv[1] : "";
  locked = argc > 2 && !strcmp(argv[2], "locked");
  pthread_t threads[2];
  int numbers[2] = {1, 2};
  if (!strcmp(what, "alone"))
    print();
  if (!strcmp(what, "table"))
    hcreate(10);
  if (!strcmp(what, "zone")) {
    tzset();
    setenv("TZ", "XXX3", 1);
  }
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, !strcmp(what, "alone") ? nothing : run, &numbers[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  if (!strcmp(what, "alone"))
    print();
  if (!strcmp(what, "table"))
    hdestroy();
  return 0;
}

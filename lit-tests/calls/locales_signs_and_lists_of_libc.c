// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: the locale that a thread uses, which libc keeps for the one thread of the system, was one for all threads of the program; lgamma() wrote signgam
// unseen; sets of processors were allocated where nothing goes back; getpgid(getpid()) and its like asked for a process that is none.
// RUN: %xblock_cc -w -g -O1 %s -o %t -lm
// The regions conflict in nothing: 1 order of them. Each thread uses its own locale, and has its own set and its own list.
// RUN: bash -c 'for what in locale set addresses numbers; do %python %S/../explore/Inputs/explore.py %xblock --verify-restore --leaks=always -- %t $what -- \
// RUN:   verdict=complete failures=none schedules=1 || exit 1; done'
// 2 orders of two regions that write signgam, and each sees the sign of its own number. Without the lock a thread may see the other's: a race of who reads it.
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t sign -- verdict=complete failures=none schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t sign free -- verdict=failure failures~race
// RUN: not %xblock run -- %t sign free 2>&1 | grep -q "data race on signgam: "
// Calls that nobody looks at the sign of are no race.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t gamma free -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t newlocale -- verdict=unsupported "unsupported~^call of newlocale of another locale than .C. at .*c:[0-9]"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t perror -- verdict=failure failures~assertion "message~Input/output error"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t room -- verdict=failure failures~misuse "message~^4 bytes into an object of 3"
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

void *__memcpy_chk(void *, const void *, size_t, size_t);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *what;
static int locked;
#define IS(name) (!strcmp(what, #name))

static void *run(void *first) {
  if (locked)
    pthread_mutex_lock(&lock);
  if (IS(locale)) {
    locale_t standard = newlocale(LC_ALL_MASK, "C", NULL);
    assert(uselocale(NULL) == LC_GLOBAL_LOCALE);
    if (first)
      assert(uselocale(standard) == LC_GLOBAL_LOCALE);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(uselocale(NULL) == (first ? standard : LC_GLOBAL_LOCALE));
    freelocale(standard);
  } else if (IS(set)) {
    cpu_set_t *set = CPU_ALLOC(100);
    size_t size = CPU_ALLOC_SIZE(100);
    CPU_ZERO_S(size, set);
    CPU_SET_S(first ? 3 : 5, size, set);
    assert(CPU_COUNT_S(size, set) == 1);
    CPU_FREE(set);
  } else if (IS(addresses)) {
    struct addrinfo *all;
    assert(!getaddrinfo("127.0.0.1", "80", NULL, &all));
    freeaddrinfo(all);
  } else if (IS(numbers)) {
    struct sched_param parameters;
    cpu_set_t set;
    assert(getpgid(getpid()) == getpgrp() && getsid(getpid()) == getsid(0) && sched_getscheduler(gettid()) == SCHED_OTHER);
    assert(!sched_getparam(getpid(), &parameters) && !sched_getaffinity(gettid(), sizeof set, &set) && CPU_COUNT(&set) > 0);
    errno = 0;
    assert(getpriority(PRIO_PROCESS, getpid()) == getpriority(PRIO_PROCESS, 0) && !errno);
  } else if (IS(sign)) {
    lgamma(first ? -1.5 : -0.5);
    assert(signgam == (first ? 1 : -1) || !locked);
  } else if (IS(gamma)) {
    lgamma(first ? -1.5 : -0.5);
  } else if (IS(newlocale)) {
    newlocale(LC_ALL_MASK, "en_US.UTF-8", NULL);
  } else if (IS(perror)) {
    assert_perror(5);
  } else if (IS(room)) {
    char three[3];
    volatile size_t n = 4;
    __memcpy_chk(three, "abcd", n, sizeof three);
  }
  if (locked)
    pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  what = argc > 1 ? argv[1] : "";
  locked = argc < 3;
  pthread_create(&a, NULL, run, &a);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: libraries that the explorer calls call the program's operator new where it has one of its own. One that counts with a
// std::atomic ended in "internal error: SIGSEGV at 0x1c0 outside the program": hooks took the explorer for a thread of the program. Other
// counts were those of the explorer's strings as well, and what one took from a pool of the program was given back to another heap.
// At -O0 the program has copies of templates that libraries call, with its operators in them: there it uses no strings. Nor does it where an operator ends a
// block, which the library refuses (unsupported/operator_new_that_locks_within_a_library_function.cpp).
// RUN: %xblock_cxx -std=c++17 -g -O0 -DPLAIN_NEW -DATOMIC %s -o %t.atomic
// RUN: %xblock_cxx -std=c++17 -g -O2 -DPLAIN_NEW -DATOMIC %s -o %t.atomic.fast
// RUN: %xblock_cxx -std=c++17 -g -O0 -DPLAIN_NEW -DMUTEX %s -o %t.mutex
// RUN: %xblock_cxx -std=c++17 -g -O2 -DPLAIN_NEW -DMUTEX %s -o %t.mutex.fast
// RUN: %xblock_cxx -std=c++17 -g -O0 -DPLAIN_NEW -DPLAIN %s -o %t.plain
// RUN: %xblock_cxx -std=c++17 -g -O2 -DPLAIN %s -o %t.plain.fast
// RUN: %xblock_cxx -std=c++17 -g -O0 -DPLAIN_NEW -DPOOL %s -o %t.pool
// RUN: %xblock_cxx -std=c++17 -g -O2 -DPOOL %s -o %t.pool.fast
// RUN: bash -c 'for how in atomic atomic.fast mutex mutex.fast plain plain.fast pool pool.fast; do for mode in dpor sleep exitblock exitblock-rw exitblock-dd; do %python %S/../explore/Inputs/explore.py %xblock --mode=$mode -- %t.$how -- verdict=complete failures=none || { echo $how $mode; exit 1; }; done; done'
// RUN: bash -c 'for how in atomic atomic.fast mutex mutex.fast plain plain.fast pool pool.fast; do %python %S/../explore/Inputs/explore.py %xblock -- %t.$how fail -- verdict=failure failures=assertion || { echo $how; exit 1; }; done'
// RUN: bash -c 'for how in atomic mutex plain pool; do %xblock run --policy=random --max-schedules=20 -- %t.$how; [ $? = 2 ] || { echo $how; exit 1; }; done'
#undef NDEBUG
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <new>
#include <pthread.h>
#ifndef PLAIN_NEW
#include <filesystem>
#endif

#if defined(ATOMIC)
static std::atomic<long> live;
static void count(long n) { live.fetch_add(n); }
#elif defined(MUTEX)
static pthread_mutex_t arena = PTHREAD_MUTEX_INITIALIZER;
static long live;
static void count(long n) {
  pthread_mutex_lock(&arena);
  live += n;
  pthread_mutex_unlock(&arena);
}
#else // only one thread allocates
static long live;
static void count(long n) { live += n; }
#endif

#ifdef POOL
static char pool[1 << 16];
static size_t taken;
static void *take(size_t n) {
  char *p = pool + taken;
  taken += (n + 15) / 16 * 16;
  if (taken > sizeof pool)
    abort();
  return p;
}
static void giveBack(void *p) {
  if (static_cast<char *>(p) < pool || static_cast<char *>(p) >= pool + taken)
    abort();
}
#else
static void *take(size_t n) { return malloc(n); }
static void giveBack(void *p) { free(p); }
#endif

void *operator new(size_t n) {
  count(1);
  return take(n);
}
void operator delete(void *p) noexcept {
  if (!p)
    return;
  count(-1);
  giveBack(p);
}
void operator delete(void *p, size_t) noexcept { operator delete(p); }

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *u) {
#ifdef PLAIN_NEW
  if (!u)
    delete new int;
#else
  if (!u) {
    std::filesystem::path path("a name that is too long to be kept without memory of its own"); // allocates in the library
    path /= "b";
  }
#endif
  pthread_mutex_lock(&m);
  int y = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = y + 1;
  pthread_mutex_unlock(&m);
  return u;
}

int main(int n, char **) {
  long before = live;
  pthread_t a, b;
  pthread_create(&a, nullptr, worker, nullptr);
  pthread_create(&b, nullptr, worker, &n);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(live == before);
  assert(n == 1 || x == 2);
}

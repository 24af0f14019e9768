// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --fail-malloc=N: each allocation while threads are explored may fail, at most N of them in one thread of a schedule.
// RUN: %xblock_cxx -g -O0 -w -std=c++20 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t c -- verdict=complete schedules=1 failures=none stdout="0\n"
// A thread allocates twice: none fails, the first, or the second.
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=1 -- %t c -- verdict=complete schedules=3 failures=none
// RUN: %xblock run --fail-malloc=1 -- %t c 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: up to: 1 allocation that fails in a thread (--fail-malloc)
// With two, also both: nothing is left out.
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=2 -- %t c -- verdict=complete schedules=4 failures=none
// RUN: %xblock run --fail-malloc=2 -- %t c 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: xblock: complete: 4 schedules
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=unlimited --mode=sleep -- %t c -- verdict=complete schedules=4 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=2 --mode=exitblock-rw -- %t c -- verdict=complete schedules=4 failures=none
// Two threads that only allocate do not affect each other, but for what they fail by: 3 times 3.
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=1 -- %t two -- verdict=complete schedules=9 failures=none
// What nobody checked is a failure, whose replay lets it fail again.
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=1 -- %t unchecked -- verdict=failure schedules=2 failures=signal
// RUN: not %xblock run --fail-malloc=1 -- %t unchecked 2>&1 | FileCheck %s
// CHECK: allocation fails
// CHECK: xblock replay --fail-malloc=1 x1:
// RUN: %python %S/../replay/Inputs/replay.py %xblock 3 signal --fail-malloc=1 -- %t unchecked
// operator new throws, or returns null; a new_handler is asked first. 2, as above; then 2 for the one that returns null.
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=1 -- %t cxx -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=1 -- %t handler -- verdict=complete schedules=2 failures=none
// What a failed realloc leaves is still there.
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=2 -- %t realloc -- verdict=complete schedules=3 failures=none
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <pthread.h>

static const char *how;
static int failures, handled;
#define IS(name) (strcmp(how, #name) == 0)

static void *work(void *) {
  if (IS(c) || IS(two)) {
    void *p = malloc(8), *q = calloc(1, 8);
    assert(p && q || errno == ENOMEM);
    if (IS(c))
      failures = !p + !q;
    free(p);
    free(q);
  } else if (IS(unchecked)) {
    auto *p = static_cast<volatile char *>(malloc(8));
    *p = 1;
    free(const_cast<char *>(p));
  } else if (IS(cxx)) {
    try {
      delete new int;
    } catch (const std::bad_alloc &) {
      ++failures;
    }
    int *p = new (std::nothrow) int[3];
    failures += !p;
    delete[] p;
    assert(failures <= 1);
  } else if (IS(handler)) {
    std::set_new_handler([] { ++handled; });
    delete new int;
    assert(handled <= 1);
  } else if (IS(realloc)) {
    auto *p = static_cast<char *>(malloc(4));
    if (!p)
      return nullptr;
    p[3] = 7;
    auto *q = static_cast<char *>(realloc(p, 400));
    assert((q ? q : p)[3] == 7);
    free(q ? q : p);
  }
  return nullptr;
}

int main(int, char **argv) {
  how = argv[1];
  pthread_t a, b;
  pthread_create(&a, nullptr, work, nullptr);
  if (IS(two)) {
    pthread_create(&b, nullptr, work, nullptr);
    pthread_join(b, nullptr);
  }
  pthread_join(a, nullptr);
  printf("%d\n", failures);
}

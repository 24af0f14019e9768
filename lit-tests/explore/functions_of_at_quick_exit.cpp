// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// quick_exit runs what at_quick_exit was given, the newest first, and nothing else; what is registered goes back with a snapshot.
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: clang++-19 -O1 %s -o %t.native -lpthread
//
// Natively the same where no threads decide: main's, of which b registers c; what atexit was given, and what is not flushed, is not shown.
// RUN: %t.native main | FileCheck --check-prefix=MAIN %s
// RUN: %xblock run -- %t main 2>&1 | FileCheck --check-prefix=MAIN %s
// RUN: %xblock run --restore=reexecute -- %t main 2>&1 | FileCheck --check-prefix=MAIN %s
// MAIN: {{^}}bca
// RUN: %t.native joined | FileCheck --check-prefix=JOINED %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t joined -- verdict=complete schedules=1 failures=none "stdout=xba"
// JOINED: {{^}}xba
//
// two, three: so many threads register one each, and main joins them: n! orders, 2 and 6.
// RUN: %python %S/Inputs/explore.py %xblock -- %t two -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t three -- verdict=complete schedules=6 failures=none
// RUN: %xblock run --verify-restore --outcomes -- %t three 2>&1 | FileCheck --check-prefix=THREE %s
// THREE: 6 outcomes
// THREE-DAG: | xyzba
// THREE-DAG: | xzyba
// THREE-DAG: | yxzba
// THREE-DAG: | yzxba
// THREE-DAG: | zxyba
// THREE-DAG: | zyxba
// THREE: complete: 6 schedules, 0 failures
//
// beside: T1 registers x beside main's quick_exit, which takes a, then looks again and ends: before the one, before the other, or not at all. If it does,
// T1 has ended as the process ends, or not: 2 + 2 + 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t beside -- verdict=complete schedules=5 failures=none
// RUN: %xblock run --verify-restore --outcomes -- %t beside 2>&1 | FileCheck --check-prefix=BESIDE %s
// BESIDE: 3 outcomes
// BESIDE-DAG: | a{{$}}
// BESIDE-DAG: | ax{{$}}
// BESIDE-DAG: | xa{{$}}
//
// fails: of two threads, T2 registers what must not run last, or first: 1 of 2.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t fails -- verdict=failure schedules=2 failures=assertion:1 "message~last"
// RUN: not %xblock run -- %t fails 2>&1 | FileCheck --check-prefix=FAILS %s
// RUN: %python %S/../replay/Inputs/replay.py %xblock 10 assertion -- %t fails
// FAILS: assertion 'last' failed in
// FAILS: isLast{{.*}}functions_of_at_quick_exit.cpp
//
// status: what it is given is told of behind the functions. lock: one takes a lock, as T1 does: before it, behind it, or
// not at all, and T1 has ended or not: 2 + 2 + 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t status -- verdict=failure failures=exit:1 "message~status 3 .quick_exit." "output=a"
// RUN: %python %S/Inputs/explore.py %xblock -- %t lock -- verdict=complete schedules=5 failures=none
//
// A library without hooks registers too: of two threads that come to it 2 orders, of the same function.
// RUN: clang++-19 -O1 -DLIBRARY -shared -fPIC %s -o %t.so
// RUN: %xblock_cxx -g -O1 -DOF_LIBRARY %s %t.so -o %t.of
// RUN: %python %S/Inputs/explore.py %xblock -- %t.of two -- verdict=complete schedules=2 failures=none "stdout=llba"
// RUN: not %xblock run --policy=native --max-schedules=3 -- %t joined 2>&1 | FileCheck --check-prefix=JOINED %s
#undef NDEBUG
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

extern "C" int __cxa_at_quick_exit(void (*)(void *), void *) noexcept;

static void show(char c) { assert(write(1, &c, 1) == 1); }
static void a() { show('a'); }
static void b() { show('b'); }
static void c() { show('c'); }
static void x() { show('x'); }
static void y() { show('y'); }
static void z(void *given) {
  assert(!given);
  show('z');
}
#ifdef LIBRARY
void *registersInLibrary(void *u) {
  std::at_quick_exit([] { show('l'); });
  return u;
}
#else
#ifdef OF_LIBRARY
void *registersInLibrary(void *);
#endif
static void bThenC() {
  show('b');
  assert(std::at_quick_exit(c) == 0);
}
static void never() { show('!'); }

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int held, last = 1;
static void locks() {
  pthread_mutex_lock(&m);
  held++;
  pthread_mutex_unlock(&m);
}
static void isLast() { assert(last); }
static void isFirst() { last = 0; }

static void *registers(void *function) {
#ifdef OF_LIBRARY
  return registersInLibrary(function);
#endif
  assert(std::at_quick_exit(reinterpret_cast<void (*)()>(function)) == 0);
  return nullptr;
}
static void *registersZ(void *u) {
  assert(__cxa_at_quick_exit(z, nullptr) == 0);
  return u;
}
static void *locksOnce(void *u) {
  locks();
  return u;
}

static bool is(int count, char **arguments, const char *what) { return count > 1 && !strcmp(arguments[1], what); }
__attribute__((constructor)) static void before(int count, char **arguments) {
  if (!is(count, arguments, "fails") && !is(count, arguments, "lock"))
    std::at_quick_exit(a);
}

int main(int count, char **arguments) {
  pthread_t threads[3];
  int n = 0;
  auto start = [&](void *(*function)(void *), void (*given)()) {
    pthread_create(&threads[n++], nullptr, function, reinterpret_cast<void *>(given));
  };
  auto join = [&] {
    while (n)
      pthread_join(threads[--n], nullptr);
  };
  if (is(count, arguments, "main")) {
    std::atexit(never);
    std::at_quick_exit(bThenC);
  } else if (is(count, arguments, "beside")) {
    start(registers, x);
  } else if (is(count, arguments, "fails")) {
    start(registers, isLast), start(registers, isFirst);
    join();
  } else if (is(count, arguments, "lock")) {
    std::at_quick_exit(locks);
    start(locksOnce, nullptr);
  } else if (is(count, arguments, "status")) {
    std::quick_exit(3);
  } else {
    std::at_quick_exit(b);
    start(registers, x);
    if (!is(count, arguments, "joined"))
      start(registers, y);
    if (is(count, arguments, "three"))
      start(registersZ, nullptr);
    join();
  }
  std::quick_exit(0);
}
#endif

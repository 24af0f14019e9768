// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Between xblock_atomic_begin() and xblock_atomic_end() no block ends, and the verdict says so where one would have. What a section waits for
// must be there first, or comes between two sections.
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: clang++-19 -I%source_root/include -pthread %s -o %t.native && %t.native sections
//
// Two threads make two atomic additions each: each is a step, (2 + 2)! / (2! 2!) = 6 orders. As one step each: 2.
// RUN: %python %S/Inputs/explore.py %xblock -- %t steps -- verdict=complete schedules=6 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t sections -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t sections -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t sections -- verdict=complete failures=none
// RUN: %xblock run -- %t sections 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows: 2 schedules, 0 failures (dpor)
// CHECK-NEXT: up to: no other thread runs between xblock_atomic_begin() and xblock_atomic_end()
// What is read and then written is lost between two steps, and not in a section; the step behind a section is one of its own.
// RUN: %python %S/Inputs/explore.py %xblock -- %t lost -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t kept -- verdict=complete schedules=6 failures=none
// Where no block would have ended in it, a section is nothing: complete without more. Locks that are taken in it and given back: 2 orders.
// RUN: %xblock run -- %t empty 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: xblock: complete: 2 schedules, 0 failures (dpor)
// RUN: %python %S/Inputs/explore.py %xblock --verify-restore -- %t locks -- verdict=complete schedules=2 failures=none
//
// Mutexes in opposite orders within sections: each section waits until both are free, no deadlock. Where one is taken before the section
// there is one.
// RUN: %python %S/Inputs/explore.py %xblock -- %t crossed -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t half -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t half -- verdict=failure failures=deadlock
// A join, and a semaphore, in a section: all of it comes behind.
// RUN: %python %S/Inputs/explore.py %xblock -- %t join -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t semaphore -- verdict=complete schedules=1 failures=none
//
// A section that gave back what another thread waits for, and then has to wait for that one, is no deadlock: it is two there.
// RUN: %python %S/Inputs/explore.py %xblock -- %t split -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=sleep -- %t split -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --verify-restore -- %t posts -- verdict=complete failures=none
//
// RUN: not %xblock run -- %t wait 2>&1 | FileCheck --check-prefix=WAIT %s
// RUN: not %xblock run -- %t timed 2>&1 | FileCheck --check-prefix=WAIT %s
// RUN: not %xblock run -- %t barrier 2>&1 | FileCheck --check-prefix=WAIT %s
// WAIT: misuse: T1 waits for others between xblock_atomic_begin() and xblock_atomic_end(), where none runs
// RUN: not %xblock run -- %t end 2>&1 | FileCheck --check-prefix=END %s
// END: misuse: main calls xblock_atomic_end() without xblock_atomic_begin()
// RUN: not %xblock run -- %t left 2>&1 | FileCheck --check-prefix=LEFT %s
// LEFT: misuse: T1 ends between xblock_atomic_begin() and xblock_atomic_end()
// RUN: not %xblock run -- %t first 2>&1 | FileCheck --check-prefix=FIRST %s
// FIRST: unsupported: the first thread is created, or the first choice made, between xblock_atomic_begin() and xblock_atomic_end()
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <xblock/xblock.h>

static const char *how;
static bool is(const char *name) { return !std::strcmp(how, name); }

static std::atomic<int> x;
static std::mutex a, b;
static std::condition_variable condition;
static pthread_barrier_t barrier;
static sem_t semaphore, other;
static int n;

static void add(int number) {
  x = 2 * x + number; // a load and a store
}

static void run(int number) {
  if (is("steps")) {
    x += number;
    x += number;
  }
  if (is("sections")) {
    xblock::atomic_section section;
    x += number;
    {
      xblock::atomic_section inner;
      x += number;
    }
    x += number;
  }
  if (is("lost"))
    x = x + 1;
  if (is("kept")) {
    {
      xblock::atomic_section section;
      x = x + 1;
    }
    x += 1;
  }
  if (is("empty")) {
    std::lock_guard<std::mutex> guard(a);
    xblock::atomic_section section;
    n = 2 * n + number;
  }
  if (is("locks")) {
    xblock::atomic_section section;
    for (int i = 0; i < 2; ++i) {
      std::lock_guard<std::mutex> guard(a);
      n = 2 * n + number;
    }
  }
  if (is("crossed")) {
    xblock::atomic_section section;
    std::lock_guard<std::mutex> first(number == 1 ? a : b), second(number == 1 ? b : a);
    n = 2 * n + number;
  }
  if (is("half")) {
    std::lock_guard<std::mutex> first(number == 1 ? a : b);
    xblock::atomic_section section;
    std::lock_guard<std::mutex> second(number == 1 ? b : a);
    n = 2 * n + number;
  }
  if (is("semaphore")) {
    if (number == 2) {
      x = 7;
      sem_post(&semaphore);
      return;
    }
    xblock::atomic_section section;
    n = 1;
    sem_wait(&semaphore);
    assert(x == 7);
  }
  if (is("split")) { // T1 gives a back and takes b; T2 takes b, and a within
    std::unique_lock<std::mutex> first(number == 1 ? a : b);
    xblock::atomic_section section;
    if (number == 1)
      first.unlock();
    std::lock_guard<std::mutex> second(number == 1 ? b : a);
    n = 2 * n + number;
  }
  if (is("posts")) { // each posts for the other, and then waits for it
    xblock::atomic_section section;
    sem_post(number == 1 ? &semaphore : &other);
    sem_wait(number == 1 ? &other : &semaphore);
    x += 1;
  }
  if (number == 2)
    return;
  if (is("wait") || is("timed")) {
    xblock::atomic_section section;
    std::unique_lock<std::mutex> lock(a);
    is("wait") ? condition.wait(lock) : (void)condition.wait_for(lock, std::chrono::seconds(1));
  }
  if (is("barrier")) {
    xblock::atomic_section section;
    pthread_barrier_wait(&barrier);
  }
}

int main(int, char **argv) {
  how = argv[1];
  pthread_barrier_init(&barrier, nullptr, 2);
  sem_init(&semaphore, 0, 0);
  sem_init(&other, 0, 0);
  if (is("end"))
    xblock_atomic_end();
  if (is("first"))
    xblock_atomic_begin();
  if (is("left")) {
    std::thread thread(xblock_atomic_begin);
    thread.join();
    return 0;
  }
  if (is("join")) {
    std::thread one(add, 1), two(add, 2);
    xblock::atomic_section section;
    one.join();
    two.join();
    assert(x == 1 || x == 2 || x == 4 || x == 5);
    return 0;
  }
  std::thread one(run, 1), two(run, 2);
  one.join();
  two.join();
  assert(!is("lost") || x == 2);
  assert(!is("kept") || x == 4);
}

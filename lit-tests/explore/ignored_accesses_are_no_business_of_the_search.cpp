// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Between xblock_ignore_begin() and xblock_ignore_end() accesses end no block, conflict and race with nothing, and are rolled back all
// the same. What synchronises stays what it is. The verdict says so.
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: clang++-19 -I%source_root/include -pthread %s -o %t.native && %t.native statistics
//
// Two threads add to an atomic counter: 2 orders. Ignored, they have nothing to do with each other: 1. The counter is 2 at the end of each
// schedule, since it is rolled back.
// RUN: %python %S/Inputs/explore.py %xblock -- %t counted -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t statistics -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --verify-restore -- %t statistics -- verdict=complete schedules=1 failures=none
// RUN: %xblock run -- %t statistics 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows: 1 schedule, 0 failures (dpor)
// CHECK-NEXT: up to: accesses between xblock_ignore_begin() and xblock_ignore_end() are not looked at
// Beside it they have a region under one mutex, before and after: 2 orders, in all of which the counter is rolled back.
// RUN: %python %S/Inputs/explore.py %xblock --verify-restore -- %t regions -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t regions -- verdict=complete failures=none
// The regions lie within a scope too: they are what they were, but with nothing in them that matters, 1. Who waits for a
// semaphore there, which the other one posts there, goes on: 1.
// RUN: %python %S/Inputs/explore.py %xblock --verify-restore -- %t inside -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --verify-restore -- %t waits -- verdict=complete schedules=1 failures=none
//
// A plain counter races, unless it is ignored by both.
// RUN: %python %S/Inputs/explore.py %xblock -- %t plain -- verdict=failure failures=race
// RUN: %python %S/Inputs/explore.py %xblock -- %t ignored -- verdict=complete schedules=1 failures=none
// A report shows where, and the heap is looked at as ever.
// RUN: not %xblock run -- %t freed 2>&1 | FileCheck --check-prefix=FREED %s
// FREED: heap: use after free
// FREED: begin to ignore
// Memory that a thread gives back while it ignores is another variable when another thread has it: no race.
// RUN: %python %S/Inputs/explore.py %xblock -- %t reused -- verdict=complete failures=none
//
// A loop that ends after some rounds by what is ignored is no livelock: it goes on when nobody else does.
// RUN: %python %S/Inputs/explore.py %xblock -- %t rounds -- verdict=complete failures=none
//
// RUN: not %xblock run -- %t end 2>&1 | FileCheck --check-prefix=END %s
// END: misuse: main calls xblock_ignore_end() without xblock_ignore_begin()
// RUN: not %xblock run -- %t left 2>&1 | FileCheck --check-prefix=LEFT %s
// LEFT: misuse: T1 ends between xblock_ignore_begin() and xblock_ignore_end()
#include <atomic>
#include <cassert>
#include <cstring>
#include <mutex>
#include <semaphore.h>
#include <thread>
#include <xblock/xblock.h>

static const char *how;
static bool is(const char *name) { return !std::strcmp(how, name); }

static std::atomic<int> counter, go, spins;
static int plain;
static int *shared;
static std::mutex mutex;
static sem_t semaphore;
static int value;

static void count() {
  xblock::ignore_scope ignored;
  ++counter;
  ++plain;
}

static void region(int add) {
  std::lock_guard<std::mutex> guard(mutex);
  value = 2 * value + add;
}

static void run(int number) {
  if (is("counted"))
    ++counter;
  if (is("statistics"))
    count();
  if (is("regions")) {
    count();
    region(number);
    count();
  }
  if (is("inside")) {
    xblock::ignore_scope outer;
    count();
    region(number);
    count();
  }
  if (is("waits")) {
    xblock::ignore_scope outer;
    number == 1 ? sem_wait(&semaphore) : sem_post(&semaphore);
  }
  if (is("plain"))
    ++plain;
  if (is("ignored")) {
    xblock_ignore_begin();
    ++plain;
    xblock_ignore_end();
  }
}

static void freed() {
  xblock::ignore_scope ignored;
  volatile int *gone = new int(1);
  delete gone;
  *gone = 2;
}

// T1 gives back what main wrote, and takes it again, all ignored; main reads what T1 wrote to another block of that place.
static void reuse() {
  xblock_ignore_begin();
  delete shared;
  shared = nullptr;
  xblock_ignore_end();
  for (int i = 0; i < 2000; ++i) {
    int *again = new int(i);
    *again += 1;
    delete again;
  }
}

static void rounds() {
  while (!go) {
    xblock::ignore_scope ignored;
    if (++spins == 5)
      break;
  }
}

int main(int, char **argv) {
  how = argv[1];
  sem_init(&semaphore, 0, 0);
  if (is("end"))
    xblock_ignore_end();
  if (is("freed")) {
    std::thread thread(freed);
    thread.join();
    return 0;
  }
  if (is("reused")) {
    shared = new int(1);
    std::thread thread(reuse);
    region(1);
    thread.join();
    return 0;
  }
  if (is("rounds")) {
    std::thread thread(rounds);
    thread.join();
    assert(spins == 5);
    return 0;
  }
  if (is("left")) {
    std::thread thread(xblock_ignore_begin);
    thread.join();
    return 0;
  }
  std::thread one(run, 1), two(run, 2);
  one.join();
  two.join();
  int each = is("regions") || is("inside") ? 4 : is("counted") || is("statistics") ? 2 : 0;
  assert(counter == each);
  assert(!(is("statistics") || is("regions") || is("inside")) || plain == each);
  assert(!(is("regions") || is("inside")) || value == 4 || value == 5);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// That a thread gave a function to atexit, or made a static object, was no step that the order of threads matters for: the order in which
// such functions run, and objects are destroyed, was that of the first schedule, and a search was complete with it.
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: %xblock_cxx -g -O1 -fno-threadsafe-statics %s -o %t.guardless
//
// functions, objects: of three threads, 3! orders; of two threads with two functions each the interleavings of x, y and X, Y: 4 over 2.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t functions -- verdict=complete schedules=6 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t objects -- verdict=complete schedules=6 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.guardless objects -- verdict=complete schedules=6 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t each -- verdict=complete schedules=6 failures=none
// RUN: %xblock run --verify-restore --outcomes -- %t objects 2>&1 | FileCheck --check-prefix=OBJECTS %s
// OBJECTS: 6 outcomes
// OBJECTS-DAG: | abc
// OBJECTS-DAG: | acb
// OBJECTS-DAG: | bac
// OBJECTS-DAG: | bca
// OBJECTS-DAG: | cab
// OBJECTS-DAG: | cba
// RUN: %xblock run --mode=sleep --outcomes -- %t each 2>&1 | FileCheck --check-prefix=EACH %s
// EACH: 6 outcomes
//
// beside: a thread comes to atexit before main takes m to run it, before main looks for another one, or not at all. If it does, it has ended as the process
// ends, or not: 2 + 2 + 1.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t beside -- verdict=complete schedules=5 failures=none
// RUN: %xblock run --outcomes -- %t beside 2>&1 | FileCheck --check-prefix=BESIDE %s
// BESIDE: 3 outcomes
//
// one: an object that whichever comes first makes, of two threads: 2 schedules, as without a destructor. ordered: what a thread wrote before it came to atexit is no race
// with the function, which runs behind it under libc's lock: before main looks, and ended or not, or not at all: 3.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t one -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t ordered -- verdict=complete schedules=3 failures=none
#undef NDEBUG
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

static void show(char c) { assert(write(1, &c, 1) == 1); }
struct Shown {
  char c;
  ~Shown() { show(c); }
};

template <char C> void shows() { show(C); }
template <char C> void *gives(void *u) {
  std::atexit(shows<C>);
  return u;
}
template <char C> void *givesTwo(void *u) {
  std::atexit(shows<C>);
  std::atexit(shows<C + 1>);
  return u;
}
template <char C> void *makes(void *u) {
  static Shown shown{C};
  return u;
}
static int value;
static void *writesAndGives(void *u) {
  value = 1;
  std::atexit([] { assert(value == 1); });
  return u;
}

int main(int, char **arguments) {
  auto is = [&](const char *what) { return !strcmp(arguments[1], what); };
  pthread_t threads[3];
  int n = 0;
  auto start = [&](void *(*function)(void *)) { pthread_create(&threads[n++], nullptr, function, nullptr); };
  if (is("functions"))
    start(gives<'a'>), start(gives<'b'>), start(gives<'c'>);
  if (is("objects"))
    start(makes<'a'>), start(makes<'b'>), start(makes<'c'>);
  if (is("each"))
    start(givesTwo<'x'>), start(givesTwo<'X'>);
  if (is("one"))
    start(makes<'a'>), start(makes<'a'>);
  if (is("beside")) {
    std::atexit(shows<'m'>);
    start(gives<'t'>);
    std::exit(0);
  }
  if (is("ordered")) {
    start(writesAndGives);
    std::exit(0);
  }
  while (n)
    pthread_join(threads[--n], nullptr);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What pthread_exit unwinds by lay in its own frame, below the frames of the destructors it ran: they wrote over it, and
// the thread jumped into its stack.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete failures=none \
// RUN:   "stdout=~b\\ncaught\\n~a\\n"
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t.O0
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t.O0 -- verdict=complete failures=none
#include <cassert>
#include <cstdio>
#include <mutex>
#include <pthread.h>

static std::mutex mutex;
static int steps;

static void step() {
  std::lock_guard<std::mutex> held(mutex);
  ++steps;
}

struct Named {
  const char *name;
  ~Named() {
    step();
    printf("~%s\n", name);
  }
};

static void *run(void *) {
  Named a{"a"};
  try {
    Named b{"b"};
    pthread_exit(&steps);
  } catch (...) {
    step();
    puts("caught");
    throw;
  }
}

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, &result);
  assert(result == &steps && steps == 3);
}

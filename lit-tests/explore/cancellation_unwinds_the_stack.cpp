// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A cancelled thread of C++ runs the destructors of its frames, innermost first, and handlers for all exceptions, which must throw on;
// also out of waits of the C++ library.
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: clang++-19 -g -O1 %s -o %t.native -lpthread
// RUN: bash -c 'for how in test wait sleep join exit; do %t.native $how || exit 1; done'
// RUN: %python %S/Inputs/explore.py %xblock -- %t test -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t sleep -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t join -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t exit -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t caught -- verdict=failure failures=abort \
// RUN:   "message~the exception that ends T1 .*was caught and not thrown again"
//
// test, sleep: the request before the point, or after it: 2. wait: T1 waits already, or not yet: 2. join: before T1 starts the thread, or
// after; that these are one, for a wait that cannot go on is no step, shows only when it is tried (docs/search.md, what is redundant): 2.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <thread>

static const char *how = "test";
static char order[8];
static std::mutex mutex;
static std::condition_variable condition;
static sem_t semaphore;
static int is(const char *name) { return !strcmp(how, name); }

struct Frame {
  char name;
  ~Frame() { strncat(order, &name, 1); }
};
static void handle(void *) { strcat(order, "h"); }

static void inner() {
  Frame frame{'i'};
  pthread_cleanup_push(handle, nullptr);
  if (is("test") || is("caught")) {
    pthread_testcancel();
  } else if (is("wait")) {
    std::unique_lock lock{mutex};
    condition.wait(lock, [] { return false; });
  } else if (is("sleep")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } else if (is("join")) {
    std::thread other{[] { sem_wait(&semaphore); }};
    Frame first{'j'};
    struct Post {
      std::thread &thread;
      ~Post() {
        sem_post(&semaphore);
        thread.join();
      }
    } post{other};
    pthread_join(other.native_handle(), nullptr);
  } else {
    pthread_exit(nullptr);
  }
  pthread_cleanup_pop(0);
}

static void *run(void *) {
  Frame frame{'o'};
  try {
    inner();
  } catch (...) {
    strcat(order, "c");
    if (!is("caught"))
      throw;
  }
  return &semaphore;
}

int main(int argc, char **argv) {
  pthread_t thread;
  void *result = nullptr;
  how = argc > 1 ? argv[1] : how;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, nullptr, run, nullptr);
  if (!is("exit"))
    pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == &semaphore ? !strcmp(order, "io") : !strcmp(order, is("join") ? "jhico" : "hico"));
  assert(result == &semaphore || result == (is("exit") ? nullptr : PTHREAD_CANCELED));
  return 0;
}

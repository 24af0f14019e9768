// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::recursive_mutex::unlock() drops the error that pthread_mutex_unlock returns for a recursive mutex that the thread does not
// hold: the mistake was silent. Who calls pthread_mutex_unlock gets the error.
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: %xblock_cxx -g -O1 -stdlib=libc++ %s -o %t.libcxx
// RUN: %python %S/Inputs/explore.py %xblock -- %t free -- verdict=failure failures=misuse "message~unlocks a mutex that is not locked"
// RUN: %python %S/Inputs/explore.py %xblock -- %t other -- verdict=failure failures=misuse "message~unlocks a mutex held by T1"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.libcxx free -- verdict=failure failures=misuse "message~unlocks a mutex that is not locked"
// RUN: %python %S/Inputs/explore.py %xblock -- %t posix -- verdict=complete schedules=1 failures=none
//
// posix: no lock is taken, and the threads share nothing: 1.
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <thread>

static std::recursive_mutex mutex;
static std::atomic<bool> held, done;

int main(int, char **argv) {
  const char *how = argv[1];
  std::thread thread{[&] {
    if (strcmp(how, "other"))
      return;
    mutex.lock();
    held = true;
    while (!done)
      ;
    mutex.unlock();
  }};
  while (!strcmp(how, "other") && !held)
    ;
  if (!strcmp(how, "posix")) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t recursive;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
  } else {
    mutex.unlock();
  }
  done = true;
  thread.join();
}

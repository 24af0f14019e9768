// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What std::counting_semaphore, std::latch and std::shared_mutex forbid cannot be told from the atomics and the calls of libc that
// they are: a semaphore above its maximum, a latch below zero and a lock given back as another kind passed for complete.
// RUN: %xblock_cxx -std=c++20 -g -O2 %s -o %t
// RUN: not %xblock run -- %t up 2>&1 | FileCheck --check-prefix=UP %s
// RUN: not %xblock run -- %t down 2>&1 | FileCheck --check-prefix=DOWN %s
// RUN: not %xblock run -- %t negative 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: not %xblock run -- %t unlock 2>&1 | FileCheck --check-prefix=UNLOCK %s
// RUN: not %xblock run -- %t unlock_shared 2>&1 | FileCheck --check-prefix=SHARED %s
// RUN: not %xblock run -- %t timed 2>&1 | FileCheck --check-prefix=UNLOCK %s
// RUN: not %xblock run -- %t destroy 2>&1 | FileCheck --check-prefix=LOST %s
// RUN: not %xblock run -- %t assign 2>&1 | FileCheck --check-prefix=LOST %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t right -- verdict=complete failures=none
// RUN: %xblock_cxx -std=c++20 -g -O0 %s -o %t.O0
// RUN: not %xblock run -- %t.O0 up 2>&1 | FileCheck --check-prefix=UP %s
// RUN: not %xblock run -- %t.O0 down 2>&1 | FileCheck --check-prefix=DOWN %s
// RUN: not %xblock run -- %t.O0 unlock 2>&1 | FileCheck --check-prefix=UNLOCK %s
// RUN: not %xblock run -- %t.O0 unlock_shared 2>&1 | FileCheck --check-prefix=SHARED %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t.O0 right -- verdict=complete failures=none
// RUN: %xblock_cxx -stdlib=libc++ -std=c++20 -g -O1 %s -o %t.libcxx
// RUN: not %xblock run -- %t.libcxx up 2>&1 | FileCheck --check-prefix=UP %s
// RUN: not %xblock run -- %t.libcxx destroy 2>&1 | FileCheck --check-prefix=LOST %s
// RUN: not %xblock run -- %t.libcxx assign 2>&1 | FileCheck --check-prefix=LOST %s
// RUN: not %xblock run -- %t.libcxx down 2>&1 | FileCheck --check-prefix=DOWN %s
// RUN: %python %S/Inputs/explore.py %xblock -- %t.libcxx right -- verdict=complete failures=none
// LOST: misuse: main destroys or assigns a std::thread that was neither joined nor detached, T1: std::terminate
// UP: misuse: T1 releases a semaphore by 1, whose value is 2 and must not exceed 2
// UP: counting_semaphore<2{{l?}}>::release
// UP-NEXT: {{.*}}preconditions_of_header_classes.cpp:[[#]]
// DOWN: misuse: {{main|T1}} counts a latch down by 2, which expects 1
// NEGATIVE: misuse: T1 counts a semaphore up by -1
// UNLOCK: misuse: T1 gives back by unlock() a lock that it holds for reading
// SHARED: misuse: T1 gives back by unlock_shared() a lock that it holds for writing
#include <cassert>
#include <latch>
#include <semaphore>
#include <shared_mutex>
#include <string_view>
#include <thread>

static std::counting_semaphore<2> semaphore(1);
static std::latch latch(3);
static std::shared_mutex lock;
static std::shared_timed_mutex timed;

static void right() {
  std::thread a([] {
    semaphore.acquire();
    semaphore.release();
    latch.count_down();
    lock.lock_shared();
    lock.unlock_shared();
  });
  semaphore.release();
  latch.arrive_and_wait(2);
  lock.lock();
  lock.unlock();
  a.join();
}

int main(int, char **argv) {
  std::string_view what = argv[1];
  if (what == "right")
    return right(), 0;
  std::thread a([what] {
    if (what == "up")
      semaphore.release();
    if (what == "down")
      latch.count_down(2);
    if (what == "negative")
      semaphore.release(-1);
    if (what == "unlock") {
      lock.lock_shared();
      lock.unlock();
    }
    if (what == "unlock_shared") {
      lock.lock();
      lock.unlock_shared();
    }
    if (what == "timed") {
      timed.lock_shared();
      timed.unlock();
    }
  });
  if (what == "up")
    semaphore.release();
  if (what == "down")
    latch.count_down(2);
  if (what == "destroy")
    return 0;
  if (what == "assign")
    a = std::thread([] {});
  a.join();
}

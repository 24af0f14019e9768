// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// libstdc++ keeps what call_once is to call in thread_local variables of its own library, of which all threads had one
// copy: a thread could call what another had put there, or nothing, and every call raced. libc++ does all of it in its library, whose writes to the flag were not seen.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t -- verdict=complete schedules=2 failures=none
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t.O0
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t.O0 -- verdict=complete schedules=2 failures=none
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O1 %s -o %t.libc++
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=exitblock --keep-going -- %t.libc++ -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t.libc++ -- verdict=complete failures=none
//
// Two schedules: either thread is the first, whose function throws; the other's runs.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int tries, done;

static void once() {
  try {
    std::call_once(flag, [] {
      if (tries++ == 0)
        throw 1;
      ++done;
    });
  } catch (int) {
  }
}

int main() {
  std::thread a(once), b(once);
  a.join();
  b.join();
  once();
  assert(tries == 2 && done == 1);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Who holds a lock of the C++ library took it at a line of the program: messages told of one in a header of the library.
// RUN: %xblock_cxx -std=c++20 -g %s -o %t
// RUN: bash -c 'for how in mutex recursive timed shared; do for wrong in held ends; do \
// RUN:   %xblock run -- %t $wrong $how > %t.txt 2>&1; [ $? = 1 ] || exit 1; cat %t.txt; done; done' \
// RUN:   | FileCheck-19 %s --implicit-check-not="taken at"
// RUN: not %xblock run -- %t held mutex 2>&1 | FileCheck-19 %s --check-prefix=HELD
// RUN: not %xblock run -- %t ends shared 2>&1 | FileCheck-19 %s --check-prefix=ENDS
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -g %s -o %t.libcxx
// RUN: not %xblock run -- %t.libcxx ends shared 2>&1 | FileCheck-19 %s --check-prefix=ENDS
//
// CHECK-COUNT-8: misuse: {{main unlocks|T1 ends}}{{.*}}; {{.*}} by T1 at {{.*}}.cpp:
// HELD: misuse: main unlocks a mutex held by T1; locked by T1 at {{.*}}line_of_the_program.cpp:[[@LINE+21]]
// HELD: {{^ *before}}
// ENDS: misuse: T1 ends holding a lock for writing; locked for writing by T1 at {{.*}}line_of_the_program.cpp:[[@LINE+17]]
// ENDS: {{^ *before}}
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <string_view>
#include <thread>

static std::mutex mutex;
static std::recursive_mutex recursive;
static std::timed_mutex timed;
static std::shared_mutex shared;

template <typename Mutex> static void misuse(Mutex &m, bool ends) {
  std::binary_semaphore taken{0}, tried{0};
  std::thread thread([&] {
    if (ends) {
      m.lock();
    } else {
      std::lock_guard guard(m);
      taken.release();
      tried.acquire();
    }
  });
  if (!ends) {
    taken.acquire();
    m.unlock();
    tried.release();
  }
  thread.join();
}

int main(int, char **argv) {
  bool ends = argv[1] == std::string_view("ends");
  std::string_view how = argv[2];
  if (how == "mutex")
    misuse(mutex, ends);
  else if (how == "recursive")
    misuse(recursive, ends);
  else if (how == "timed")
    misuse(timed, ends);
  else
    misuse(shared, ends);
}

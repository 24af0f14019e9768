// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: with --restore=reexecute and --trust each process, one for every schedule, asked the symbolizer anew, some two thousand times
// here; --verbose named nobody as trusted; and the time that a symbolizer took, as on a busy machine, was taken for a program that waits
// in a system call: the verdict was unsupported. (One that takes 4 seconds stands for such a machine: the limit is 1.)
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t
// RUN: rm -f %t.starts
// RUN: printf '#!/bin/sh\necho started >> "%t.starts"\nexec llvm-symbolizer "$@"\n' > %t.counts && chmod +x %t.counts
// RUN: env XBLOCK_SYMBOLIZER=%t.counts %xblock run --trust=library --restore=reexecute --verbose -- %t 2>&1 | FileCheck %s
// RUN: %python -c "import sys; n = len(open(sys.argv[1]).readlines()); sys.exit(n > 40 and 'started %%d times' %% n)" %t.starts
// RUN: printf '#!/bin/sh\nsleep 4\nexec llvm-symbolizer "$@"\n' > %t.slow && chmod +x %t.slow
// RUN: env XBLOCK_SYMBOLIZER=%t.slow %xblock run --trust=library --stuck-seconds=1 -- %t short 2>&1 | FileCheck --check-prefix=SLOW %s
//
// The program takes locks by at most 40 addresses, each of which is asked for once at most.
// CHECK: trusted by --trust: library()
// CHECK: xblock: complete up to what follows:
// SLOW: xblock: complete up to what follows:
#include <mutex>
#include <thread>

static std::mutex lock, other;
static int x, y;

__attribute__((noinline)) void library() {
  std::lock_guard<std::mutex> held(lock);
  ++x;
}
__attribute__((noinline)) void own() {
  std::lock_guard<std::mutex> held(other);
  y = y * 2 + 1;
}

int main(int count, char **) {
  if (count > 1) {
    std::thread a(library);
    a.join();
    return 0;
  }
  auto both = [] {
    own();
    library();
    own();
  };
  std::thread a(both), b(both), c(both);
  a.join();
  b.join();
  c.join();
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What ends the program before its main, with an exit code that verdicts have, was taken for that verdict:
// exit(0) in a constructor for a complete search.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: env LEAVES=0 %python %S/../run/Inputs/exits.py 3 --one-line %xblock run -- %t 2>&1 \
// RUN:   | FileCheck -DCODE=0 %s
// RUN: env LEAVES=2 %python %S/../run/Inputs/exits.py 3 --one-line %xblock run -- %t 2>&1 \
// RUN:   | FileCheck -DCODE=2 %s
// RUN: env LEAVES=4 %python %S/../run/Inputs/exits.py 3 --one-line %xblock run -- %t 2>&1 \
// RUN:   | FileCheck -DCODE=4 %s
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1
// CHECK: xblock: no verdict: the program ended with exit code [[CODE]] outside of every schedule; look for an exit in what runs before main
#include <cstdlib>
#include <thread>

static struct Leaves {
  Leaves() {
    if (const char *code = getenv("LEAVES"))
      exit(atoi(code));
  }
} leaves;

int main() {
  std::thread thread([] {});
  thread.join();
}

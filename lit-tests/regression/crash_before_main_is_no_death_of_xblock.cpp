// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A program that crashes before its main was told of as if the search had died: "try --restore=reexecute, and report it".
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: env CRASHES=segv %python %S/../run/Inputs/exits.py 3 --one-line %xblock run -- %t 2>&1 | FileCheck -DSIGNAL=SIGSEGV %s
// RUN: env CRASHES=segv %python %S/../run/Inputs/exits.py 3 --one-line %xblock run --restore=reexecute -- %t 2>&1 | FileCheck -DSIGNAL=SIGSEGV %s
// RUN: env CRASHES=segv %python %S/../run/Inputs/exits.py 3 --one-line %xblock run --policy=native -- %t 2>&1 | FileCheck -DSIGNAL=SIGSEGV %s
// RUN: env CRASHES=segv %python %S/../run/Inputs/exits.py 3 --one-line %xblock replay x1:0.1 -- %t 2>&1 | FileCheck -DSIGNAL=SIGSEGV %s
// RUN: env CRASHES=abort %python %S/../run/Inputs/exits.py 3 --one-line %xblock run -- %t 2>&1 | FileCheck -DSIGNAL=SIGABRT %s
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1
// CHECK: xblock: no verdict: the program died of [[SIGNAL]] outside of every schedule, before its main; look at what runs before main, as constructors of static objects
#include <cstdlib>
#include <cstring>
#include <thread>

static struct Crashes {
  Crashes() {
    const char *how = getenv("CRASHES");
    if (how && !strcmp(how, "segv"))
      *reinterpret_cast<volatile int *>(8) = 1;
    if (how)
      abort();
  }
} crashes;

int main() {
  std::thread thread([] {});
  thread.join();
}

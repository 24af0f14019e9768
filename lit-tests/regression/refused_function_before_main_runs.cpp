// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A function that is refused while threads run was refused in constructors before main, where nobody could say so: the
// process died.
// RUN: %xblock_cxx -g %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 "stdout=set\n"
#include <cstdio>
#include <cstdlib>
#include <thread>

static int done = setenv("XBLOCK_TEST", "set", 1);

int main() {
  std::thread([] {}).join();
  puts(done == 0 ? getenv("XBLOCK_TEST") : "?");
}

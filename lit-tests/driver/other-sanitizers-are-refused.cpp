// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A sanitizer that replaces what xblock replaces is refused as the program is compiled (that of leaks as it starts), at every
// level of optimisation; what is left of -fsanitize=undefined goes with xblock.
// RUN: not %xblock_cxx -fsanitize=address -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ADDRESS %s
// RUN: not %xblock_cxx -fsanitize=memory -c %s -o %t.o 2>&1 | FileCheck --check-prefix=MEMORY %s
// RUN: not %xblock_cxx -fsanitize=thread -O2 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=THREAD %s
// RUN: not %xblock_cxx -fsanitize=undefined -c %s -o %t.o 2>&1 | FileCheck --check-prefix=VPTR %s
// RUN: not %xblock_cxx -fsanitize=undefined -fno-sanitize-recover=all -O2 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=VPTR %s
// RUN: %xblock_cxx -fsanitize=undefined -fno-sanitize=vptr %s -o %t
// RUN: %xblock run -- %t 2>&1 | FileCheck --check-prefix=UNDEFINED %s
// RUN: %xblock_cxx -fsanitize=leak %s -o %t
// RUN: %python %S/../run/Inputs/exits.py 3 --one-line %xblock run -- %t 2>&1 | FileCheck --check-prefix=LEAK %s
// LEAK: {{^}}xblock: the program is linked with -fsanitize=leak, which does not go with xblock: link it without; leaks are found (--leaks){{$}}
// ADDRESS: error: -fsanitize=address does not go with xblock: compile with -fno-sanitize=address{{$}}
// MEMORY: error: -fsanitize=memory does not go with xblock: compile with -fno-sanitize=memory{{$}}
// THREAD: error: -fsanitize=thread does not go with xblock: compile with -fno-sanitize=thread{{$}}
// VPTR: error: -fsanitize=vptr does not go with xblock: compile with -fno-sanitize=vptr{{$}}
// Two orders of two locked additions.
// UNDEFINED: xblock: complete: 2 schedules, 0 failures (dpor)
#include <mutex>
#include <thread>

struct Counter {
  virtual ~Counter() = default;
  virtual void add(int n) {
    std::lock_guard<std::mutex> held(lock);
    sum += n;
  }
  std::mutex lock;
  int sum = 0;
};

static void add(Counter *counter) { counter->add(1); }

int main() {
  Counter counter;
  std::thread one(add, &counter), two(add, &counter);
  one.join();
  two.join();
  return counter.sum - 2;
}

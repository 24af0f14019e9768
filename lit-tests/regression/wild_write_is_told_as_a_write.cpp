// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A write to where no memory is was told as a read, of the first byte of its 256: what was there is saved before the write, and
// that read faulted. For each kind of write, what is told are its own address and its own line.
// RUN: %xblock_cxx -g %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t store -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: write of address 0x123458$"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t add -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: read of address 0x123458$"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t atomic -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: write of address 0x123458$"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t fill -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: write of address 0x"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t constant -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: write of address 0x"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --memory=strict -- %t store -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: write of address 0x123458$"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --verify-restore -- %t store -- verdict=failure schedules=2 \
// RUN:   failures=signal:1 "message~SIGSEGV: write of address 0x123458$"
// RUN: not %xblock run -- %t store 2>&1 | FileCheck --check-prefix=STORE %s
// RUN: not %xblock run -- %t add 2>&1 | FileCheck --check-prefix=ADD %s
// RUN: not %xblock run -- %t atomic 2>&1 | FileCheck --check-prefix=ATOMIC %s
// RUN: not %xblock run -- %t constant 2>&1 | FileCheck --check-prefix=CONSTANT %s
// STORE: breaks(char const*) {{.*}}.cpp:39
// ADD: breaks(char const*) {{.*}}.cpp:41
// ATOMIC: breaks(char const*) {{.*}}.cpp:43
// CONSTANT: breaks(char const*) {{.*}}.cpp:47
// Two orders of two threads; the one in which main is first fails.
#include <cstring>
#include <mutex>
#include <thread>

static std::mutex m;
static int count;
static const char constant[] = "constant";

static void breaks(const char *how) {
  auto *wild = reinterpret_cast<volatile int *>(0x123458);
  if (!strcmp(how, "store"))
    *wild = 1;
  else if (!strcmp(how, "add"))
    *wild += 1;
  else if (!strcmp(how, "atomic"))
    __atomic_store_n(wild, 1, __ATOMIC_SEQ_CST);
  else if (!strcmp(how, "fill"))
    memset(const_cast<int *>(wild), 1, 300);
  else if (!strcmp(how, "constant"))
    *const_cast<volatile char *>(constant) = 1;
}

int main(int, char **argv) {
  std::thread other([&] {
    std::lock_guard guard(m);
    if (count == 1)
      breaks(argv[1]);
  });
  {
    std::lock_guard guard(m);
    ++count;
  }
  other.join();
}

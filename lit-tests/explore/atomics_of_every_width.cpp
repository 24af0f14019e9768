// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Atomic objects of 1 to 24 bytes are visible steps: inline, by libatomic's sized functions (16 bytes without -mcx16) and by its
// generic ones, which lock the object and take it at any address. One of 24 bytes was called misaligned: 24 is no power of two.
// RUN: %xblock_cxx -std=c++20 -g -O1 -w %s -o %t -latomic
// RUN: %t 1 && %t 3 && %t 8 && %t 16 && %t 24
// RUN: %python %S/Inputs/explore.py %xblock -- %t 1 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 3 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 8 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 16 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t 24 -- verdict=complete schedules=3 failures=none
// RUN: %xblock_cxx -std=c++20 -g -O0 -mcx16 -w %s -o %t.cx16 -latomic
// RUN: %python %S/Inputs/explore.py %xblock -- %t.cx16 4 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.cx16 12 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.cx16 16 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.cx16 24 -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock --memory=strict --no-reexecute -- %t.cx16 12 -- verdict=complete schedules=3 failures=none
// RUN: not %xblock run -- %t packed 2>&1 | FileCheck %s
// CHECK: misuse: atomic access of 4 bytes at the unaligned address
// CHECK: #0 misaligned
//
// Main loads the object before the thread's store, between that and its compare-exchange, or after both: 3.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

template <int N> struct Bytes {
  unsigned char bytes[N];
};
template <int N> std::atomic<Bytes<N>> object;

struct [[gnu::packed]] Packed {
  char first;
  int number; // at an odd address: what clang makes of it locks it
};
static Packed packed;
alignas(8) static char bytes[16];

template <int N> static Bytes<N> all(int value) {
  Bytes<N> b;
  std::memset(b.bytes, value, N);
  return b;
}

template <int N> static void *change(void *unused) {
  object<N>.store(all<N>(1));
  Bytes<N> expected = all<N>(1);
  assert(object<N>.compare_exchange_strong(expected, all<N>(2)));
  return unused;
}

template <int N> static void same() {
  Bytes<N> seen = object<N>.load();
  for (unsigned char b : seen.bytes)
    assert(b == seen.bytes[0]);
  assert(seen.bytes[0] <= 2);
}

template <int N> static int tryWidth() {
  pthread_t thread;
  pthread_create(&thread, nullptr, change<N>, nullptr);
  same<N>();
  return pthread_join(thread, nullptr);
}

[[gnu::noinline]] static void misaligned() { __atomic_fetch_add(reinterpret_cast<int *>(bytes + 1), 1, __ATOMIC_SEQ_CST); }

int main(int, char **argv) {
  switch (std::atoi(argv[1])) {
  case 1:
    return tryWidth<1>();
  case 3:
    return tryWidth<3>();
  case 4:
    return tryWidth<4>();
  case 8:
    return tryWidth<8>();
  case 12:
    return tryWidth<12>();
  case 16:
    return tryWidth<16>();
  case 24:
    return tryWidth<24>();
  }
  pthread_t thread;
  pthread_create(&thread, nullptr, [](void *unused) { return unused; }, nullptr);
  int value;
  __atomic_load(&packed.number, &value, __ATOMIC_SEQ_CST);
  misaligned();
  return pthread_join(thread, nullptr);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Atomics too wide for an instruction are calls of libatomic, which take and give values by pointers. Those were told of as read and written in one with the
// object, before the call: no other thread came between a value that was read and the exchange, nor between the exchange and where its result was put, a race
// there was not seen, and one was seen where a compare-exchange that succeeds leaves `expected` alone. And a block that was to end behind a racing value ended
// in the call, at the lock that libatomic takes: what was told of was made in the next block, which told of nothing. So outcomes were missed, and
// --verify-restore said that a block did something else. Now values are read before, and written behind, as for an atomic instruction (1 and 8 bytes here).
// RUN: %xblock_cc -g -O1 -w -DSIZE=1 %s -o %t.1
// RUN: %xblock_cc -g -O0 -w -DSIZE=8 -DALIGNED=8 %s -o %t.8
// RUN: %xblock_cc -g -O0 -w -DSIZE=16 -DALIGNED=16 %s -o %t.16 -latomic
// RUN: %xblock_cc -g -O2 -w -DSIZE=3 %s -o %t.3 -latomic
// RUN: %xblock_cc -g -O1 -w -DSIZE=16 %s -o %t.16.odd -latomic
// RUN: %xblock_cc -g -O1 -w -DSIZE=24 -DALIGNED=8 %s -o %t.24 -latomic
// RUN: %xblock_cc -g -O2 -w -DSIZE=32 %s -o %t.32 -latomic
// RUN: %xblock_cc -g -O1 -w -DSIZE=64 %s -o %t.64 -Wl,-Bstatic -latomic -Wl,-Bdynamic
// RUN: %python %S/Inputs/cases.py %xblock %t.json %s %t.1 %t.8 %t.16 %t.3 %t.16.odd %t.24 %t.24,lock %t.32,lock %t.64 %t.64,lock
// CASE exchange: 1 1, 9 1, 5 5, 9 5
// CASE store: 1 1, 9 1, 5 5, 9 5
// CASE result: 1 9, 1 7, 9 9, 9 7
// CASE load: 9 7, 9 9, 5 5, 5 7
// CASE fails: 9 3, 9 9, 4 3, 4 4
// CASE swaps: 9 9, 1 9
// RUN: %xblock run -- %t.8 swaps 2>&1 | FileCheck %s
// RUN: %xblock run -- %t.24 swaps 2>&1 | FileCheck %s
// RUN: %xblock run -- %t.64 swaps lock 2>&1 | FileCheck %s
// RUN: %xblock run --memory=strict -- %t.64 swaps lock 2>&1 | FileCheck %s
// CHECK: complete: 2 schedules, 0 failures
// CHECK-NOT: note
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifndef ALIGNED
#define ALIGNED 1
#endif
struct value {
  unsigned char bytes[SIZE];
} __attribute__((aligned(ALIGNED)));
// At odd addresses, where the type allows it.
static struct {
  char first;
  struct value x, y, z, expected;
} all;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char *mode;
static int locks, first, second;

static void set(struct value *p, int byte) { memset(p, byte, sizeof *p); }
static int loaded(void) {
  struct value l;
  __atomic_load(&all.x, &l, __ATOMIC_SEQ_CST);
  return l.bytes[0];
}
static void stores(int byte) {
  struct value s;
  set(&s, byte);
  __atomic_store(&all.x, &s, __ATOMIC_SEQ_CST);
}

// x is 9, y is 1, z is 7. Its steps are R: reads its value, A: the atomic access, W: writes its result.
static void *works(void *unused) {
  if (locks)
    pthread_mutex_lock(&m);
  switch (mode[0]) {
  case 'e':
  case 'r':
    __atomic_exchange(&all.x, &all.y, &all.z, __ATOMIC_SEQ_CST);
    break;
  case 's':
    if (mode[1] == 't')
      __atomic_store(&all.x, &all.y, __ATOMIC_SEQ_CST);
    else
      __atomic_compare_exchange(&all.x, &all.expected, &all.y, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    break;
  case 'l':
    __atomic_load(&all.x, &all.z, __ATOMIC_SEQ_CST);
    break;
  case 'f':
    __atomic_compare_exchange(&all.x, &all.expected, &all.y, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
  if (locks)
    pthread_mutex_unlock(&m);
  return unused;
}

// Each of its two steps, a and b, comes before or behind one of works(): four ways.
static void *looks(void *unused) {
  switch (mode[0]) {
  case 'e': // a: y is 5, before or behind R; b: sees x, before or behind A
    set(&all.y, 5);
    first = loaded();
    break;
  case 'r': // a: sees x, before or behind A; b: sees z, before or behind W
    first = loaded();
    second = all.z.bytes[0];
    break;
  case 's':
    if (mode[1] == 't') { // as e
      set(&all.y, 5);
      first = loaded();
    } else { // a as r; `expected` is read, and not written: no race
      first = loaded();
      second = all.expected.bytes[0];
    }
    break;
  case 'l': // a: x is 5, before or behind A; b as r
    stores(5);
    second = all.z.bytes[0];
    break;
  case 'f': // a: x is 4, before or behind A; b: sees `expected`, before or behind W
    stores(4);
    second = all.expected.bytes[0];
  }
  return unused;
}

int main(int argc, char **argv) {
  mode = argc > 1 ? argv[1] : "exchange";
  locks = argc > 2;
  set(&all.x, 9);
  set(&all.y, 1);
  set(&all.z, 7);
  set(&all.expected, mode[0] == 'f' ? 3 : 9);
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  struct value *last = mode[0] == 'l' ? &all.z : mode[0] == 'f' ? &all.expected : &all.x;
  for (int i = 1; i < SIZE; ++i) // whole values
    if (last->bytes[i] != last->bytes[0])
      puts("torn");
  if (mode[0] == 'e' || !strcmp(mode, "store"))
    printf("%d %d\n", first, all.x.bytes[0]);
  else if (mode[0] == 'l' || mode[0] == 'f')
    printf("%d %d\n", last->bytes[0], second);
  else
    printf("%d %d\n", first, second);
  return 0;
}

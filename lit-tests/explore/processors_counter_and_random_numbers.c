// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The processor's counter is the clock, in nanoseconds, in all of its forms, and passes by what the thread does; its random numbers are the
// thread's own, the same in every run and on every path; its number is 0. Without threads explored they are the machine's.
// A program that branched on a random number was "complete" with a number of schedules that was chance. Here each thread locks once, and once more
// if a bit of its number is set, as it is for one of the two: its two blocks are before, around or behind that of the other, 3 orders.
// RUN: %xblock_cc -DFORMS -mrdrnd -mrdseed -mrdpid %s -o %t.forms
// RUN: %t.forms > %t.1 2>&1 && FileCheck %s --check-prefix=FORMS --input-file=%t.1
// RUN: %t.forms > %t.2 2>&1 && diff %t.1 %t.2
// RUN: %xblock run --restore=reexecute -- %t.forms > %t.2 2>&1 && diff %t.1 %t.2
// RUN: %xblock run --verify-restore -- %t.forms > %t.2 2>&1 && diff %t.1 %t.2
// RUN: %xblock_cc -mrdrnd %s -o %t
// RUN: %t > %t.1 2>&1 && FileCheck %s --input-file=%t.1
// RUN: %xblock run --restore=reexecute -- %t > %t.2 2>&1 && diff %t.1 %t.2
// RUN: %xblock run --verify-restore -- %t > %t.2 2>&1 && diff %t.1 %t.2
// FORMS: complete: 1 schedule, 0 failures
// CHECK: complete: 3 schedules, 0 failures
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#ifdef FORMS
static uint64_t halves(void) {
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}
static uint64_t joined(void) {
  uint64_t t;
  __asm__ volatile("rdtsc; shl $32, %%rdx; or %%rdx, %0" : "=a"(t) : : "rdx");
  return t;
}
static uint64_t withProcessor(void) {
  uint32_t low, high, processor;
  __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(processor) : : "memory");
  assert(processor == 0);
  return (uint64_t)high << 32 | low;
}
static uint64_t moved(void) {
  uint32_t low, high;
  __asm__ volatile("lfence\n\trdtsc\n\tlfence\n\tmov %%edx, %0\n\tmov %%eax, %1" : "=r"(high), "=r"(low) : : "%rax", "%rdx", "memory");
  return (uint64_t)high << 32 | low;
}
static uint64_t withByte(void) {
  uint64_t t;
  unsigned char ok;
  __asm__ volatile("rdrand %0; setc %1" : "=r"(t), "=qm"(ok));
  assert(ok == 1);
  return t;
}
static uint16_t withFlag(void) {
  uint16_t t;
  int ok;
  __asm__ volatile("rdseedw %0" : "=r"(t), "=@ccc"(ok));
  assert(ok == 1);
  return t;
}
static uint64_t clockNow(void) {
  struct timespec s;
  clock_gettime(CLOCK_MONOTONIC, &s);
  return (uint64_t)s.tv_sec * 1000000000 + (uint64_t)s.tv_nsec;
}
static void *run(void *arg) {
  unsigned processor;
  uint64_t times[] = {__rdtsc(), __rdtscp(&processor), __builtin_readcyclecounter(), halves(), joined(), withProcessor(), moved()};
  unsigned long number;
  __asm__ volatile("rdpid %0" : "=r"(number));
  assert(processor == 0 && _rdpid_u32() == 0 && number == 0);
  for (unsigned i = 0; i < sizeof times / sizeof *times; ++i)
    assert(times[i] == clockNow());
  struct timespec microsecond = {0, 1000};
  nanosleep(&microsecond, NULL);
  assert(__rdtsc() - times[0] == 1000);
  unsigned long long wide;
  unsigned short narrow;
  assert(_rdrand64_step(&wide) == 1 && _rdseed16_step(&narrow) == 1);
  printf("%llx %x %lx %x\n", wide, narrow, withByte(), withFlag());
  return arg;
}
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void add(int n) {
  pthread_mutex_lock(&lock);
  sum += n;
  pthread_mutex_unlock(&lock);
}
static void *run(void *arg) {
  unsigned number;
  assert(_rdrand32_step(&number) == 1);
  add(1);
  if (number & 4)
    add(10);
  return arg;
}
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

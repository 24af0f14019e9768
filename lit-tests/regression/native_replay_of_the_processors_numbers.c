// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// On real threads what the processor's counter and its random numbers say is kept in the log, since it decides what the program does, and a replay has it
// again. One run in 16 fails, so that 1,000 miss it with (15/16)^1000 < e^-64; natively the hooks were missing.
// RUN: %xblock_cc -mrdrnd %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; %xblock run --policy=native --max-schedules=1000 -- %t > out 2>&1; [ $? = 1 ]'
// RUN: bash -c 'cd %t.dir; grep -o "drew [0-9a-f]* at [0-9a-f]*" out > first; [ -s first ]'
// RUN: bash -c 'cd %t.dir; for i in {1..5}; do %xblock run --policy=native --native-log=$(ls *.xblock-native) -- %t > out 2>&1; [ $? = 1 ] && grep -o "drew [0-9a-f]* at [0-9a-f]*" out | diff first - || exit 1; done'
#include <immintrin.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

static void *run(void *arg) {
  unsigned drawn;
  if (_rdrand32_step(&drawn) && drawn % 16 == 0) {
    fprintf(stderr, "drew %x at %llx\n", drawn, __rdtsc());
    abort();
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
}

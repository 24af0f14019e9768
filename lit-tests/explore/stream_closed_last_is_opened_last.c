// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Of streams that were closed that one is opened anew which was closed the longest ago, so that a use of one closed just now is a failure also behind many openings
// and closings. The order was that of hashed numbers: the next fopen() could have the address at once, and the use was one of another stream.
// RUN: %xblock_cc %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK: complete: 1 schedule, 0 failures
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *run(void *arg) {
  FILE *open[24];
  for (int i = 0; i < 24; ++i)
    open[i] = fopen(__FILE__, "r");
  for (int i = 23; i >= 0; --i)
    fclose(open[i]);
  for (int i = 0; i < 100; ++i) {
    FILE *one = fopen(__FILE__, "r"), *other;
    assert(one);
    fclose(one);
    for (int k = 0; k < 15; ++k) {
      other = fopen(__FILE__, "r");
      assert(other && other != one);
      fclose(other);
    }
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
}

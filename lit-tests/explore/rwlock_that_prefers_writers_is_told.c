// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Under a lock made to prefer writers, readers pass writers that wait all the same: the verdict says so.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %t
// RUN: %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --restore=reexecute -- %t 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows: 2 schedules
// CHECK: up to: readers pass writers that wait
//
// The reader comes before or after the writer: 2.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int count;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  count++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  int value = count;
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  return value > 1;
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// That code of the program without hooks took a lock was not told with --restore=reexecute, whose blocks run in another process, nor
// if it did so only in schedules before the search was gone on with: here in the first of two, in which T1 is in front of T2.
// RUN: clang-19 -DLIBRARY -g -c %s -o %t.o
// RUN: %xblock_cc -DPROGRAM -g -O1 %s %t.o -o %t
// RUN: %xblock run -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --restore=reexecute -- %t 2>&1 | FileCheck %s
// RUN: bash -c '%xblock run --frontier=%t.frontier --max-schedules=1 -- %t > %t.first 2>&1; [ $? = 2 ]'
// RUN: FileCheck --check-prefix=FIRST --input-file=%t.first %s
// RUN: %xblock run --frontier=%t.frontier --resume -- %t 2>&1 | FileCheck %s
// RUN: bash -c '%xblock run --restore=reexecute --frontier=%t.frontier --max-schedules=1 -- %t > %t.first 2>&1; [ $? = 2 ]'
// RUN: %xblock run --restore=reexecute --frontier=%t.frontier --resume -- %t 2>&1 | FileCheck %s
// CHECK: xblock: complete up to what follows: 2 schedules, 0 failures
// CHECK: up to: what code of the program without hooks reads and writes, as that which takes a lock in
// CHECK: compile all of it
// FIRST: xblock: incomplete: 1 schedule, 0 failures
//
// Each function that waits for a lock is one that tells.
// RUN: bash -c 'for how in 1 2 3 4 5 6; do %xblock run -- %t $how > %t.how 2>&1 && FileCheck --input-file=%t.how --check-prefix=EACH %s || { echo $how; exit 1; }; done'
// EACH: up to: what code of the program without hooks reads and writes
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

void unseen(int how);

#ifdef LIBRARY
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void unseen(int how) {
  struct timespec far = {.tv_sec = 4000000000};
  switch (how) {
  case 1:
    pthread_rwlock_timedrdlock(&l, &far);
    pthread_rwlock_unlock(&l);
    break;
  case 2:
    pthread_rwlock_timedwrlock(&l, &far);
    pthread_rwlock_unlock(&l);
    break;
  case 3:
    pthread_rwlock_clockrdlock(&l, CLOCK_REALTIME, &far);
    pthread_rwlock_unlock(&l);
    break;
  case 4:
    pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &far);
    pthread_rwlock_unlock(&l);
    break;
  case 5: {
    static mtx_t timed;
    mtx_init(&timed, mtx_timed);
    mtx_timedlock(&timed, &far);
    mtx_unlock(&timed);
    break;
  }
  case 6: {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_clockwait(&s, CLOCK_REALTIME, &far);
    sem_destroy(&s);
    break;
  }
  default:
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
}
#else
static atomic_int second;
static int how;

static void *first(void *unused) {
  (void)unused;
  if (!second)
    unseen(how);
  return NULL;
}

static void *other(void *unused) {
  (void)unused;
  second = 1;
  return NULL;
}

int main(int argc, char **argv) {
  how = argc > 1 ? atoi(argv[1]) : 0;
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
#endif

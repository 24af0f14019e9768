// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a thread decides in a block and then has to wait for was forgotten where another way could go on: dpor said "complete: 1 schedule"
// of a program in which main waits for a post that T1 gives only after one of main's. Ways in either order; and where the other
// way ends the process, with two threads that have each other's lock. What is told is the thread as it waits.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t 0 -- verdict=failure failures=deadlock:1 schedules=2 \
// RUN:   "message~main waits for semaphore s; T1 waits for semaphore r"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t 1 -- verdict=failure failures=deadlock:1 schedules=2 \
// RUN:   "message~main waits for semaphore s; T1 waits for semaphore r"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --mode=sleep -- %t 1 -- verdict=failure failures=deadlock:1 \
// RUN:   "message~main waits for semaphore s; T1 waits for semaphore r"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --preemptions=0 -- %t 1 -- verdict=failure failures=deadlock:1
// RUN: %python %S/../explore/Inputs/explore.py %xblock --policy=random --max-schedules=100 -- %t 1 -- verdict=failure failures=deadlock
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t 2 -- verdict=failure failures=deadlock:1 \
// RUN:   "message~main waits for the end of T1; T1 waits for mutex b, held by T2; T2 waits for mutex a, held by T1"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t 3 -- verdict=failure failures=deadlock:1 \
// RUN:   "message~main waits for the end of T1; T1 waits for mutex b, held by T2; T2 waits for mutex a, held by T1"
//
// No block is a turning point: with the same blocks, and the other way, nothing fails.
// RUN: not %xblock run -- %t 0 2>&1 | FileCheck --check-prefix=TURN %s
// RUN: not %xblock run -- %t 2 2>&1 | FileCheck --check-prefix=TURN %s
// TURN-NOT: turning point
// TURN: xblock: failure:
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <xblock/xblock.h>

static sem_t r, s;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *answers(void *unused) {
  sem_wait(&r);
  sem_post(&s);
  return unused;
}
static void *takesBoth(void *first) {
  pthread_mutex_t *one = first ? &b : &a, *other = first ? &a : &b;
  pthread_mutex_lock(one);
  pthread_mutex_lock(other);
  pthread_mutex_unlock(other);
  pthread_mutex_unlock(one);
  return NULL;
}

int main(int argc, char **argv) {
  int how = argc > 1 ? atoi(argv[1]) : 0;
  pthread_t threads[2];
  if (how < 2) {
    sem_init(&r, 0, 0);
    sem_init(&s, 0, 0);
    pthread_create(&threads[0], NULL, answers, NULL);
    if ((int)xblock_choose(2) == how)
      sem_wait(&s);
    else
      sem_post(&r);
    pthread_join(threads[0], NULL);
    return 0;
  }
  pthread_create(&threads[0], NULL, takesBoth, NULL);
  pthread_create(&threads[1], NULL, takesBoth, &b);
  if ((int)xblock_choose(2) == how - 2)
    exit(0);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A misuse is told with two stacks: where it is, and what was done last with the object, or the thread.
// RUN: %xblock_cc -g %s -o %t
// RUN: not %xblock run -- %t destroyed 2>&1 | FileCheck-19 %s --check-prefix=DESTROYED
// RUN: not %xblock run --restore=reexecute -- %t destroyed 2>&1 | FileCheck-19 %s --check-prefix=DESTROYED
// RUN: not %xblock run --keep-going -- %t joined 2>&1 | FileCheck-19 %s --check-prefix=JOINED
// RUN: not %xblock run -- %t detached 2>&1 | FileCheck-19 %s --check-prefix=DETACHED
// RUN: not %xblock run -- %t mutexes 2>&1 | FileCheck-19 %s --check-prefix=MUTEXES
// RUN: not %xblock run -- %t unlocked 2>&1 | FileCheck-19 %s --check-prefix=UNLOCKED
// RUN: not %xblock run -- %t holds 2>&1 | FileCheck-19 %s --check-prefix=HOLDS
//
// DESTROYED: misuse: pthread_mutex_lock of a destroyed mutex; destroyed by T1 at {{.*}}.c:[[@LINE+31]]
// DESTROYED: main  failed
// DESTROYED: #0 main
// DESTROYED: {{^ *before}}
// DESTROYED-NEXT: destroyed by T1
// DESTROYED-NEXT: #0 giveUp
// DESTROYED-NEXT: #1 run
// JOINED-DAG: misuse: pthread_join of T1, which was joined before; joined by {{main|T2}} at
// JOINED-DAG: misuse: pthread_join of T1, while {{main|T2}} waits for its end in a join; waited for by {{main|T2}} at
// DETACHED: misuse: pthread_join of T1, which is detached; detached by T1 at
// MUTEXES: misuse: {{.*}} waits on a condition variable on which others wait with another mutex; waited on by
// UNLOCKED: misuse: main unlocks a mutex that is not locked; unlocked by T1 at
// HOLDS: misuse: T1 ends holding a mutex, taken at {{.*}}.c:{{[0-9]+$}}
// HOLDS: {{^ *before}}
// HOLDS-NEXT: locked by T1
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static const char *how;
static pthread_t other;
static int is(const char *name) { return !strcmp(how, name); }

static void *end(void *result) { return result; }
static void wait(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_cond_wait(&condition, m);
  pthread_mutex_unlock(m);
}
static void giveUp(void) {
  pthread_mutex_destroy(&mutex);
}
static void *run(void *unused) {
  if (is("destroyed"))
    giveUp();
  if (is("joined"))
    pthread_join(other, NULL);
  if (is("detached"))
    pthread_detach(pthread_self());
  if (is("mutexes"))
    wait(&mutex);
  if (is("unlocked") || is("holds"))
    pthread_mutex_lock(&mutex);
  if (is("unlocked"))
    pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char **argv) {
  how = argv[1];
  pthread_t thread;
  if (is("joined"))
    pthread_create(&other, NULL, end, NULL);
  pthread_create(&thread, NULL, run, NULL);
  if (is("destroyed")) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  if (is("joined"))
    pthread_join(other, NULL);
  if (is("mutexes"))
    wait(&second);
  pthread_join(thread, NULL);
  if (is("unlocked"))
    pthread_mutex_unlock(&mutex);
  return 0;
}

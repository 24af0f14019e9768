// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A request that could act at any instruction of a thread is refused wherever it comes, also where the thread is cancelled
// asynchronously only for a while; one that was there before acts as the thread changes its type, and that is modelled.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: %t.native pending && %t.native self
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t stays -- verdict=unsupported \
// RUN:   "unsupported~pthread_cancel of a thread that is cancelled asynchronously"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t while -- verdict=unsupported \
// RUN:   "unsupported~pthread_cancel of a thread that is cancelled asynchronously"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t pending -- verdict=complete schedules=1 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t self -- verdict=complete schedules=1 failures=none
//
// pending: the request comes before the post that the thread waits for. self: it asks itself.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>

static const char *how = "stays";
static sem_t asked;
static int is(const char *name) { return !strcmp(how, name); }

static void *run(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  if (is("pending"))
    sem_wait(&asked);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  if (is("self"))
    pthread_cancel(pthread_self());
  if (is("while"))
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  void *result = NULL;
  how = argc > 1 ? argv[1] : how;
  sem_init(&asked, 0, 0);
  pthread_create(&thread, NULL, run, NULL);
  if (!is("self"))
    pthread_cancel(thread);
  sem_post(&asked);
  pthread_join(thread, &result);
  if (is("pending") || is("self"))
    assert(result == PTHREAD_CANCELED);
  return 0;
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// syscall(SYS_futex): a mutex made of it excludes; each waiter is woken in turn; with bits, with time-outs, and moved to
// another word.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t mutex -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t lost -- verdict=failure failures=deadlock message~futex.*word
// RUN: %python %S/Inputs/explore.py %xblock -- %t bits -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t timed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t requeue -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t one -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t pi -- verdict=unsupported "unsupported~futex operation"
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int word, other;
static int inside, count;
static const char *how = "mutex";

static long futex(_Atomic int *at, int operation, int value, const struct timespec *time, void *second, int bits) {
  return syscall(SYS_futex, at, operation | FUTEX_PRIVATE_FLAG, value, time, second, bits);
}

/// Drepper's, "Futexes are tricky", mutex 2.
static void take(void) {
  int c = 0;
  if (atomic_compare_exchange_strong(&word, &c, 1))
    return;
  if (c != 2)
    c = atomic_exchange(&word, 2);
  while (c != 0) {
    futex(&word, FUTEX_WAIT, 2, 0, 0, 0);
    c = atomic_exchange(&word, 2);
  }
}
static void give(void) {
  if (atomic_fetch_sub(&word, 1) == 1)
    return;
  atomic_store(&word, 0);
  if (strcmp(how, "lost"))
    futex(&word, FUTEX_WAKE, 1, 0, 0, 0);
}

static void *use(void *unused) {
  take();
  assert(!inside++);
  count++;
  inside--;
  give();
  return unused;
}

static void *wait1(void *unused) {
  while (!atomic_load(&word))
    futex(&word, FUTEX_WAIT_BITSET, 0, 0, 0, 1);
  return unused;
}
static void *wait2(void *unused) {
  while (!atomic_load(&word))
    futex(&word, FUTEX_WAIT_BITSET, 0, 0, 0, 2);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  how = argc > 1 ? argv[1] : how;
  if (!strcmp(how, "mutex") || !strcmp(how, "lost")) {
    pthread_create(&a, 0, use, 0);
    use(0);
    pthread_join(a, 0);
    assert(count == 2);
  } else if (!strcmp(how, "bits") || !strcmp(how, "one")) {
    pthread_create(&a, 0, wait1, 0);
    pthread_create(&b, 0, wait2, 0);
    atomic_store(&word, 1);
    futex(&word, FUTEX_WAKE_BITSET, 9, 0, 0, 1);
    if (!strcmp(how, "bits"))
      futex(&word, FUTEX_WAKE_BITSET, 9, 0, 0, 2);
    pthread_join(a, 0);
    pthread_join(b, 0);
  } else if (!strcmp(how, "timed")) {
    struct timespec second = {1, 0}, wrong = {0, -1};
    pthread_create(&a, 0, use, 0);
    long result = futex(&word, FUTEX_WAIT, 0, &second, 0, 0);
    assert(result == 0 || errno == ETIMEDOUT || errno == EAGAIN);
    assert(futex(&word, FUTEX_WAIT, 0, &wrong, 0, 0) == -1 && errno == EINVAL);
    pthread_join(a, 0);
  } else if (!strcmp(how, "requeue")) {
    pthread_create(&a, 0, wait1, 0);
    pthread_create(&b, 0, wait1, 0);
    long n = futex(&word, FUTEX_CMP_REQUEUE, 1, (void *)1, &other, 0); // one wakes, and looks again
    assert(n >= 0 && n <= 2);
    assert(futex(&word, FUTEX_CMP_REQUEUE, 1, (void *)1, &other, 5) == -1 && errno == EAGAIN);
    atomic_store(&word, 1);
    futex(&word, FUTEX_WAKE, 9, 0, 0, 0);
    futex(&other, FUTEX_WAKE, 9, 0, 0, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
  } else {
    pthread_create(&a, 0, use, 0);
    futex(&word, FUTEX_LOCK_PI, 0, 0, 0, 0);
  }
  return 0;
}

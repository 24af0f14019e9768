// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Fails as its argument says, in T1, while T2 waits: where it says "stops here: NAME". What must be seen there is in gdb_stops.py.
#include <assert.h>
#include <atomic>
#include <pthread.h>
#include <stdexcept>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <unistd.h>
#include <xblock/xblock.h>

extern "C" void go_wild(const char *how);

static std::string what;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER, never = PTHREAD_COND_INITIALIZER;
static bool arrived;
static int shared, guarded, plain;
static std::atomic<int> flag;
static void (*volatile nothing)();

__attribute__((noinline)) static void *lose() { return malloc(10); }

static int overflow(int depth) { // stops here: overflow
  volatile char frame[4096];
  frame[0] = (char)depth;
  return overflow(depth + 1) + frame[0];
}

__attribute__((noinline)) static void fail_now(int local) {
  char *block = (char *)malloc(16);
  volatile int zero = 0, one = 1;
  if (what == "assertion")
    assert(local != 42); // stops here: assertion
  if (what == "abort")
    abort(); // stops here: abort
  if (what == "exception")
    throw std::runtime_error("thrown"); // stops here: exception
  if (what == "signal")
    *(volatile int *)nullptr = local; // stops here: signal
  if (what == "division")
    one = one / zero; // stops here: division
  if (what == "jump")
    nothing(); // stops here: jump
  if (what == "overflow")
    overflow(0);
  if (what == "exit")
    exit(3); // stops here: exit
  if (what == "misuse")
    pthread_mutex_unlock(&b); // stops here: misuse
  if (what == "use-after-free") {
    free(block);
    block[1] = 1; // stops here: use-after-free
  }
  if (what == "heap-overflow")
    block[16] = 1; // stops here: heap-overflow
  if (what == "double-free") {
    free(block);
    free(block); // stops here: double-free
  }
  if (what == "invalid-free")
    free(block + 4); // stops here: invalid-free
  if (what == "mismatch")
    delete block; // stops here: mismatch
  if (what == "stuck")
    for (one = 0; zero == 0; ++one) // stops here: stuck
      ;
  if (what == "unsupported")
    fork(); // stops here: unsupported
  if (what.compare(0, 6, "death-") == 0)
    go_wild(what.c_str() + 6); // stops here: death-exit, death-killed
  free(block);
}

static void *first(void *) {
  pthread_mutex_lock(&a);
  while (!arrived)
    pthread_cond_wait(&changed, &a);
  pthread_mutex_unlock(&a);
  fail_now(42);
  return nullptr;
}

static void *bystander(void *) {
  pthread_mutex_lock(&a);
  arrived = true;
  pthread_cond_signal(&changed);
  pthread_cond_wait(&never, &a);
  return nullptr;
}

static void nest(pthread_mutex_t *outer, pthread_mutex_t *inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner); // stops here: deadlock
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}

static void count(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  ++guarded; // stops here: lockset
  pthread_mutex_unlock(lock);
}

static void *one(void *) {
  if (what == "deadlock")
    nest(&a, &b);
  if (what == "livelock")
    while (__atomic_load_n(&plain, __ATOMIC_SEQ_CST) == 0) { // stops here: livelock
    }
  if (what == "race")
    shared = 1; // races with the one below
  if (what == "lockset") {
    count(&a);
    flag = 1;
    while (flag == 1) {
    }
    count(&a);
  }
  if (what == "leak")
    *(volatile char *)lose() = 1;
  if (what == "starvation" || what == "outcome")
    flag.fetch_add(1);
  return nullptr;
}

static void *two(void *) {
  if (what == "deadlock")
    nest(&b, &a);
  if (what == "race")
    ++shared; // stops here: race
  if (what == "lockset") {
    while (flag == 0) {
    }
    count(&b);
    flag = 2;
  }
  if (what == "starvation" || what == "outcome")
    flag.fetch_add(2);
  return nullptr;
}

int main(int, char **argv) {
  what = argv[1];
  if (what == "early")
    abort(); // stops here: early
  bool in_fail_now = what != "deadlock" && what != "livelock" && what != "race" && what != "lockset" && what != "starvation" &&
                     what != "outcome" && what != "leak";
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, in_fail_now ? first : one, nullptr);
  pthread_create(&threads[1], nullptr, in_fail_now ? bystander : two, nullptr);
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
  if (what == "outcome")
    xblock_outcome("flag", flag);
  if (what == "leak")
    exit(0); // stops here: leak
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Writes its second argument, and then does as its first says; for odd_reports.py.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>

static const char *what, *text;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void (*volatile nothing)();

static void *run(void *) {
  if (!strcmp(what, "fails"))
    abort();
  if (!strcmp(what, "throws"))
    throw std::runtime_error(text);
  if (!strcmp(what, "nowhere"))
    nothing();
  return nullptr;
}

/// Threads take one lock: 6! = 720 orders, each with a number below that in mixed radix; 250 exit codes.
constexpr long kThreads = 6;
static long taken, place[kThreads];

static void *take(void *me) {
  pthread_mutex_lock(&lock);
  place[taken++] = (long)me;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

static int many() {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], nullptr, take, (void *)i);
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
  long number = 0;
  for (long i = 0; i < kThreads; ++i) {
    long smaller = 0; // of those that came later
    for (long j = i + 1; j < kThreads; ++j)
      smaller += place[j] < place[i];
    number = number * (kThreads - i) + smaller;
  }
  exit((int)(number % 250) + 1);
}

int main(int, char **argv) {
  what = argv[1];
  text = argv[2] ? argv[2] : "";
  if (!strcmp(what, "empty"))
    return 0;
  if (!strcmp(what, "many"))
    return many();
  printf("%s\n", text);
  fprintf(stderr, "%s\n", text);
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, nullptr);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A library without hooks counts its calls in a variable that is not rolled back, so that the program does something else in
// each schedule: what its counts say is not true of it, and the verdict is unsupported, with both events. With hooks in the
// library each schedule begins anew.
// RUN: mkdir -p %t && clang-19 -DLIBRARY -g -O1 -fPIC -shared %s -o %t/libcalls.so
// RUN: %xblock_cc -g -O0 %s %t/libcalls.so -Wl,-rpath,%t -o %t/program
// Another variable is written in every second schedule, and in all but the first:
// RUN: %python %S/../explore/Inputs/explore.py %xblock --no-reexecute -- %t/program odd -- verdict=unsupported \
// RUN:   "unsupported~did something else when it ran again: T[12] in block [0-9]+ came to write later at .*:60, and before to write early at .*:58"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --no-reexecute -- %t/program first -- verdict=unsupported \
// RUN:   "unsupported~something else .*came to write later at .*:60, and before to write early at .*:58"
// Two writes in one line are told apart by their columns:
// RUN: %python %S/../explore/Inputs/explore.py %xblock --no-reexecute -- %t/program line -- verdict=unsupported \
// RUN:   "unsupported~something else .*came to write both at .*:55:[0-9]+ [(]of 8 bytes there, read: none, written: [0-7 to]+[)], and before to write both at .*:55:"
// It fails, or ends, in the first schedule only; what was a failure is none when it is to be explained:
// RUN: %python %S/../explore/Inputs/explore.py %xblock --no-reexecute -- %t/program fails -- verdict=unsupported \
// RUN:   "unsupported~something else .*came to its end: a lock is given back, and before to its end: assertion .* failed"
// Also where the program is run again from its start, and the variable outlives that:
// RUN: clang-19 -DLIBRARY -DSHARED -g -O1 -fPIC -shared %s -o %t/libcalls.so
// RUN: %python %S/../explore/Inputs/explore.py %xblock --no-reexecute --restore=reexecute -- %t/program first -- \
// RUN:   verdict=unsupported "unsupported~something else .*came to write later at .*:60, and before to write early at .*:58"
// RUN: %xblock_cc -DLIBRARY -g -O1 -fPIC -shared %s -o %t/libcalls.so
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t/program odd -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t/program first -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t/program fails -- verdict=failure failures=assertion
int calls(void);

#ifdef LIBRARY
#include <sys/mman.h>
static int own;
static int *count = &own;
#ifdef SHARED
__attribute__((constructor)) static void share(void) {
  count = mmap(0, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}
#endif
int calls(void) { return (*count)++; }
#else
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn;
int early, later, both;
static enum { kOdd, kFirst, kFails, kLine } kind;

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  ++turn; // so that the order of the threads matters
  int call = calls();
  assert(kind != kFails || call != 0);
  int one = kind == kOdd ? call % 4 < 2 : call < 2;
  if (kind == kLine) {
    if (one) both = 1; else both = 2;
  } else if (kind != kFails) {
    if (one)
      early = turn;
    else
      later = turn;
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  (void)argc;
  kind = !strcmp(argv[1], "odd") ? kOdd : !strcmp(argv[1], "first") ? kFirst : !strcmp(argv[1], "fails") ? kFails : kLine;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
#endif

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a call of a function that another file of the program defines, under a name that libc has too, went to libc's (or to the model, or was refused
// once threads ran): error(), mount() and index() here. Calls of them, and by pointers, are the program's, with what it writes there.
// RUN: %xblock_cc -w -g -O1 -DDEFINES -c %s -o %t.own.o
// RUN: %xblock_cc -w -g -O1 %s %t.own.o -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=failure failures=race
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t locked -- verdict=complete failures=none schedules=2 "stdout=43 mine 42\n43 mine 42\n"
// RUN: not %xblock run --policy=native --max-schedules=1 -- %t locked 2>&1 | FileCheck --check-prefix=NATIVE %s
// NATIVE-COUNT-2: 43 mine 42
// Within a library of the program.
// RUN: %xblock_cc -w -g -O1 -DDEFINES -fPIC -c %s -o %t.defines.o
// RUN: %xblock_cc -w -g -O1 -DCALLS -fPIC -shared %s %t.defines.o -o %t.so
// RUN: %xblock_cc -w -g -O1 -DLIBRARY %s %t.so -o %t.shared
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t.shared locked -- verdict=complete failures=none schedules=2 "stdout=43 mine 42\n43 mine 42\n"
#include <pthread.h>
#include <stdio.h>

int error(int), mount(int);
char *index(int);

#ifdef DEFINES
static int calls;
int error(int x) {
  ++calls;
  return x + 42;
}
int mount(int x) { return x + 41; }
char *index(int x) { return x ? "mine" : "nobody's"; }
#elif defined CALLS
int callsError(int x) { return error(x); }
int callsMount(int x) { return mount(x); }
char *callsIndex(int x) { return index(x); }
#else
#ifdef LIBRARY
#define error callsError
#define mount callsMount
#define index callsIndex
int error(int), mount(int);
char *index(int);
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static int (*volatile atPointer)(int) = mount;

static void *run(void *unused) {
  if (locked)
    pthread_mutex_lock(&lock);
  int e = error(1), m = atPointer(1);
  printf("%d %s %d\n", e, index(1), m);
  if (locked)
    pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  locked = argc > 1;
  if (error(1) != 43)
    return 1;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL);
}
#endif

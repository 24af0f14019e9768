// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each FILE has a lock, which its calls take: flockfile keeps other threads out, and so does a call that waits in the middle.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread && cd %t.d && %t.native sent && %t.native whole && %t.native try && %t.native before && \
// RUN:   %t.native cancelled && %t.native line && %t.native again
//
// blocked: T1 waits for a byte within fgetc, with the lock; T2 would send it behind its clearerr, which waits for the lock: a deadlock, or
// clearerr comes first. sent: T2 sends the byte first: its clearerr before the fgetc or behind it.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --keep-going -- %t blocked -- verdict=failure schedules=2 failures=deadlock "message~the stdio lock of a pipe, held by T1"
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t sent -- verdict=complete schedules=2 failures=none
// order: a mutex under the lock of a stream, and the stream under the mutex; stdout: the same of printf.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t order -- verdict=failure failures=deadlock "message~the stdio lock of file, held by main"
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t stdout -- verdict=failure failures=deadlock "message~the stdio lock of stdout, held by main"
// whole: two threads write two parts each between flockfile and funlockfile: one or the other first: 2. mixed: one writes without: 2.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t whole -- verdict=complete schedules=2 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t mixed -- verdict=complete schedules=2 failures=none
// try: ftrylockfile before the other has the lock, meanwhile, or behind it: 3. tried: the same if that is a single fputs, which has the
// lock within: 3.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t try -- verdict=complete schedules=3 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t tried -- verdict=complete schedules=3 failures=none
// print: printf of threads where nobody locks stdout commutes: 1. before: main has locked the stream when T1 is created, so that the first to
// write is main or, once main has unlocked, T1: main writes under the lock. Then T1 and T2, in either order: 2.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t print -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t before -- verdict=complete schedules=2 failures=none
// line: the two parts of a line come to one thread, though another waits for a byte of the same stream: T1's line is "ab\n" if it
// comes first, with T2's byte "c"; else T2 has the "a", and T1 the rest.
// RUN: cd %t.d && %xblock run --outcomes -- %t line 2>&1 | FileCheck --check-prefix=LINE %s
// LINE: 2 outcomes
// LINE-DAG: | ab c
// LINE-DAG: | b a
// cancelled: a thread that waits within fgets is cancelled there, and gives the lock back.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t cancelled -- verdict=complete failures=none
// again: flockfile twice needs funlockfile twice.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t again -- verdict=complete failures=none
// bycaller: calls leave the lock after FSETLOCKING_BYCALLER, and the unlocked ones always do.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t bycaller -- verdict=complete failures=none
// ends, stranger: misuse.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t ends -- verdict=failure failures=misuse "message~ends holding the lock of a stream"
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t stranger -- verdict=failure failures=misuse "message~unlocks a stream"
// flushed: fflush(NULL) waits for a stream that another thread has locked.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t flushed -- verdict=failure failures=deadlock
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static FILE *in, *file;
static char line[16];
static int byte;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *readByte(void *u) {
  assert((byte = fgetc(in)) != EOF);
  return u;
}
static void *clearThenSend(void *u) {
  clearerr(in);
  assert(write(ends[1], "x", 1) == 1);
  return u;
}
static void *sendThenClear(void *u) {
  assert(write(ends[1], "x", 1) == 1);
  clearerr(in);
  return u;
}
static void *writeUnderMutex(void *u) {
  pthread_mutex_lock(&m);
  fputs("a", file);
  pthread_mutex_unlock(&m);
  return u;
}
static void *printUnderMutex(void *u) {
  pthread_mutex_lock(&m);
  printf("a\n");
  pthread_mutex_unlock(&m);
  return u;
}
static void *writeParts(void *u) {
  flockfile(file);
  fputs("ab", file);
  fputs("c\n", file);
  funlockfile(file);
  return u;
}
static void *writePart(void *u) {
  fputs("z", file);
  return u;
}
static void *try(void *u) {
  if (ftrylockfile(file) == 0) {
    fputs("t", file);
    funlockfile(file);
  }
  return u;
}
static void *print(void *u) {
  printf("hello\n");
  return u;
}
static void *readLine(void *u) {
  fgets(line, sizeof line, in);
  return u;
}
static void *lock(void *u) {
  flockfile(u);
  return NULL;
}
static void *unlock(void *u) {
  funlockfile(u);
  return NULL;
}
static void *writeUnlocked(void *u) {
  fputs_unlocked("u", file);
  putc_unlocked('v', file);
  __fsetlocking(file, FSETLOCKING_BYCALLER);
  fputs("w", file);
  __fsetlocking(file, FSETLOCKING_INTERNAL);
  return u;
}
static void *flushAll(void *u) {
  pthread_mutex_lock(&m);
  fflush(NULL);
  pthread_mutex_unlock(&m);
  return u;
}
static void lockBoth(FILE *stream) {
  flockfile(stream);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  funlockfile(stream);
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  pthread_t a, b = 0;
#define START(name, first, second) \
  if (!strcmp(what, name)) pthread_create(&a, NULL, first, file), pthread_create(&b, NULL, second, file)
#define BESIDE(name, first) if (!strcmp(what, name) && pthread_create(&a, NULL, first, file) == 0)
  assert(pipe(ends) == 0);
  in = fdopen(ends[0], "r");
  file = fopen("file", "w");
  START("blocked", readByte, clearThenSend);
  START("sent", readByte, sendThenClear);
  START("whole", writeParts, writeParts);
  START("mixed", writeParts, writePart);
  START("try", writeParts, try);
  START("tried", writePart, try);
  START("print", print, print);
  BESIDE("order", writeUnderMutex) lockBoth(file);
  BESIDE("stdout", printUnderMutex) lockBoth(stdout);
  BESIDE("flushed", flushAll) lockBoth(file);
  BESIDE("ends", lock) {}
  if (!strcmp(what, "before")) {
    flockfile(file);
    pthread_create(&a, NULL, writePart, NULL);
    fputs("m", file);
    funlockfile(file);
    pthread_create(&b, NULL, writePart, NULL);
  }
  if (!strcmp(what, "line")) {
    pthread_create(&a, NULL, readLine, NULL);
    assert(write(ends[1], "a", 1) == 1);
    pthread_create(&b, NULL, readByte, NULL);
    assert(write(ends[1], "b\nc", 3) == 3);
  }
  BESIDE("cancelled", readLine) {
    pthread_cancel(a);
    pthread_join(a, NULL);
    assert(write(ends[1], "x", 1) == 1 && fgetc(in) == 'x');
    return 0;
  }
  if (!strcmp(what, "again")) {
    flockfile(file), flockfile(file);
    pthread_create(&a, NULL, writePart, NULL);
    assert(ftrylockfile(file) == 0);
    funlockfile(file), funlockfile(file);
    fputs("m", file);
    funlockfile(file);
  }
  if (!strcmp(what, "bycaller")) {
    flockfile(file);
    pthread_create(&a, NULL, writeUnlocked, NULL);
    pthread_join(a, NULL);
    funlockfile(file);
    return 0;
  }
  if (!strcmp(what, "stranger")) {
    flockfile(file);
    pthread_create(&a, NULL, unlock, file);
  }
  pthread_join(a, NULL);
  if (b)
    pthread_join(b, NULL);
  fclose(file);
  if (!strcmp(what, "line"))
    printf("%.*s %c\n", (int)strcspn(line, "\n"), line, byte);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Code without hooks, of a library or of an object file, writes to the program's memory: --memory=strict names who wrote to what,
// and where a block of the heap was allocated. So it does where the program itself wrote to the same page before (shared), in the
// report and in a replay. With hooks it is fine. What the kernel would have written is told of, too.
// RUN: mkdir -p %t && clang-19 -DLIBRARY -g -O1 -fPIC -shared %s -o %t/libwriter.so
// RUN: %xblock_cc -g -O1 %s %t/libwriter.so -Wl,-rpath,%t -o %t/program
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program own -- verdict=unsupported \
// RUN:   "unsupported~^fill of libwriter.so writes without hooks to page.8, which going back would not undo: compile that library"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program shared -- verdict=unsupported \
// RUN:   "unsupported~^fill of libwriter.so writes without hooks to table.8, which"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program heap -- verdict=unsupported \
// RUN:   "unsupported~^fill of libwriter.so writes without hooks to byte 8 of a heap block of 100 bytes, .*; allocated by main at .*who_wrote.c:63"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program stack -- verdict=unsupported \
// RUN:   "unsupported~^fill of libwriter.so writes without hooks to 0x[0-9a-f]* on the stack of main, "
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program kernel -- verdict=unsupported \
// RUN:   "unsupported~^a system call that code without hooks made could not write to the program's memory"
// RUN: not %xblock run --memory=strict -- %t/program shared 2>&1 | FileCheck %s
// CHECK: failed
// CHECK-NEXT: #0 fill {{.*}}who_wrote.c:[[#]]
// CHECK-NEXT: #1 run {{.*}}who_wrote.c:[[#]]
// CHECK: xblock replay --memory=strict [[SCHEDULE:[^ ]+]] --
// RUN: not %xblock replay --memory=strict x1:0.1 -- %t/program shared 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: unsupported: fill of libwriter.so writes without hooks to table+8
// RUN: not %xblock run --memory=strict --restore=reexecute -- %t/program own 2>&1 | FileCheck %s --check-prefix=REEXECUTE
// REEXECUTE: --memory=strict finds what snapshots of memory miss, and --restore=reexecute makes none
//
// RUN: clang-19 -DLIBRARY -g -O1 -c %s -o %t/writer.o
// RUN: %xblock_cc -g -O1 %s %t/writer.o -o %t/linked
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/linked own -- verdict=unsupported \
// RUN:   "unsupported~^fill of the program writes without hooks to page.8, which going back would not undo: compile its file with"
//
// RUN: %xblock_cc -DLIBRARY -g -O1 -fPIC -shared %s -o %t/libwriter.so
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program own -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program shared -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program heap -- verdict=complete
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t/program stack -- verdict=complete
void fill(char *to);
void ask(char *to);

#ifdef LIBRARY
#include <sys/utsname.h>
void fill(char *to) { to[8] = 1; }
void ask(char *to) { uname((struct utsname *)to); }
#else
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(4096) char page[4096];
static _Alignas(4096) char table[4096];
static void (*call)(char *) = fill;

static void *run(void *to) {
  pthread_mutex_lock(&lock);
  table[4000] = 1;
  call(to);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  char local[100] = {0}, *where = local, *block = malloc(100);
  (void)argc;
  if (!block)
    return 1;
  if (!strcmp(argv[1], "own") || !strcmp(argv[1], "kernel"))
    where = page;
  else if (!strcmp(argv[1], "shared"))
    where = table;
  else if (!strcmp(argv[1], "heap"))
    where = block;
  if (!strcmp(argv[1], "kernel"))
    call = ask;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, where);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  free(block);
  return 0;
}
#endif

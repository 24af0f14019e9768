// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The second thread to take the lock fills the first page of memory that is not its own. Of the program's own variables, the names of its
// places were among them, so that the process died as it told of the failure, and what was found was lost: they are read-only now.
// Of what is shared with the command, which then told that --time was reached. Of what libc keeps: the process waited for ever for malloc's lock, and SIGTERM
// did not end it; or crashed again and again in the handler of the crash.
// The fill does not fail by itself: the program jumps to what it wrote.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t own -- verdict=failure "message~SIGSEGV: access of a wild address"
// The command reads there what nobody may write.
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t xblock-watch -- verdict=failure \
// RUN:   failures=signal:2 schedules=3 redundant=1 "message~wild write, of the memory that xblock itself has near 0x"
// What becomes of libc's cannot be known; a verdict, and that it ends.
// RUN: not %xblock run --stuck-seconds=1 -- %t libc.so 2>&1 | FileCheck %s --check-prefix=LIBC
// LIBC: {{^}}death: the process that explores {{.*}} in this block, or of what an earlier one did to its memory
// LIBC: {{^}}xblock: failure: death in schedule
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static unsigned long low, high;

static void *run(void *none) {
  pthread_mutex_lock(&lock);
  int mine = turns++;
  pthread_mutex_unlock(&lock);
  if (mine == 1)
    memset((void *)low, 0x41, high - low > 4096 ? 4096 : high - low);
  return none;
}

/// The first mapping of that name that can be written.
static int findMapping(const char *name) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[500], rights[8], of[500];
  int found = 0;
  while (!found && fgets(line, sizeof line, maps)) {
    of[0] = 0;
    sscanf(line, "%lx-%lx %7s %*s %*s %*s %499s", &low, &high, rights, of);
    found = rights[1] == 'w' && strstr(of, name);
  }
  fclose(maps);
  return found;
}

int main(int count, char **arguments) {
  if (count < 2 || !findMapping(strcmp(arguments[1], "own") == 0 ? "wild_writes_of" : arguments[1]))
    return 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread that opens /dev/stdout: the name leads to a descriptor of the explorer. The verdict was complete, without what was written.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t /dev/stdout -- verdict=unsupported "unsupported~by its name"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t /dev/fd/2 -- verdict=unsupported "unsupported~by its name"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t /dev/null -- verdict=complete schedules=1 stdout=end\\n
#include <pthread.h>
#include <stdio.h>

static void *use(void *path) {
  FILE *file = fopen(path, "w");
  if (file) {
    fputc('x', file);
    fclose(file);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, argv[argc - 1]);
  pthread_join(thread, NULL);
  puts("end");
  return 0;
}

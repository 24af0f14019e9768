// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a buffer of the heap that setvbuf or setbuf gave to a stream, and that nothing else points to, was told as a leak: the model does
// without it, where glibc's stream has it. Once the stream is closed, or was given another one, it is lost.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t stdout %t.file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t setbuf %t.file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t early %t.file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t open %t.file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t closed %t.file -- verdict=failure \
// RUN:   "message~^memory leak: nothing points to 1024 bytes in 1 block; allocated by T1 at"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t replaced %t.file -- verdict=failure \
// RUN:   "message~^memory leak: nothing points to 1024 bytes in 1 block; allocated by T1 at"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *how, *path;
#define IS(name) (strcmp(how, name) == 0)

static void *run(void *unused) {
  if (IS("stdout")) {
    setvbuf(stdout, malloc(1024), _IOFBF, 1024);
    printf("a line\n");
  } else if (IS("setbuf")) {
    setbuf(stdout, malloc(BUFSIZ));
  } else if (IS("replaced")) {
    setvbuf(stdout, malloc(1024), _IOFBF, 1024);
    setvbuf(stdout, malloc(1000), _IOFBF, 1000);
  } else if (IS("open") || IS("closed")) {
    FILE *file = fopen(path, "w");
    setvbuf(file, malloc(1024), _IOFBF, 1024);
    fputs("a line\n", file);
    if (IS("closed"))
      fclose(file);
  }
  return unused;
}

int main(int argc, char **argv) {
  (void)argc;
  how = argv[1];
  path = argv[2];
  if (IS("early"))
    setvbuf(stdout, malloc(1024), _IOFBF, 1024);
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: calls at the edges of files gave other results than Linux (edges), freopen of a stream of before was refused, or of one while a
// lower one was free (again), setvbuf did not heed the size, and fwrite of nothing gave its count (sizes), descriptors from 500 on of before were closed (far), fchmodat and
// fchdir went to the disk (at), fflush(NULL) conflicted with no stream (flushed); and a livelock named files by numbers.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread && cd %t.d && %t.native edges && %t.native again && %t.native sizes && %t.native far && %t.native at
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %xblock run -- %t edges && %xblock run -- %t again && %xblock run -- %t sizes && \
// RUN:   %xblock run -- %t far && %xblock run -- %t at
// RUN: cd %t.d && %xblock run --outcomes -- %t flushed 2>&1 | FileCheck --check-prefix=FLUSHED %s
// FLUSHED: 2 outcomes
// RUN: cd %t.d && not %xblock run -- %t livelock 2>&1 | FileCheck --check-prefix=LIVELOCK %s
// LIVELOCK: T1 -> a change of flag{{$}}
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAILS(call, error) assert((call) == -1 && errno == error)
static FILE *before, *lower;
static char size[8];

static void *edges(void *u) {
  int ends[2], events = eventfd(0, 0);
  struct stat s;
  assert(pipe(ends) == 0 && events >= 0);
  FAILS(fsync(ends[0]), EINVAL);
  FAILS(fdatasync(events), EINVAL);
  FAILS(fsync(99), EBADF);
  assert(lseek(events, 5, SEEK_SET) == 0 && lseek(events, 5, SEEK_END) == 0);
  assert(fstat(events, &s) == 0 && (s.st_mode & S_IFMT) == 0);
  mkdir("a", 0755), close(open("f", O_CREAT | O_WRONLY, 0644));
  FAILS(rename("a/.", "b"), EBUSY);
  FAILS(rename("a", "b/.."), ENOENT);
  FAILS(rename("a", "a/.."), EBUSY);
  FAILS(rename("f", "new/"), ENOTDIR);
  FAILS(rename("f/", "new"), ENOTDIR);
  assert(rename("a", "b/") == 0 && rename("b/", "a") == 0);
  FAILS(rmdir("a/."), EINVAL);
  FAILS(rmdir("a/.."), ENOTEMPTY);
  FAILS(rmdir("/"), EBUSY);
  FAILS(unlink("a/."), EISDIR);
  FAILS(mkdir("a/.", 0755), EEXIST);
  FAILS(open("a/.", O_CREAT | O_WRONLY, 0644), EISDIR);
  assert(rmdir("a") == 0 && unlink("f") == 0);
  return u;
}
static void *again(void *u) {
  char text[8] = "";
  FILE *own = fopen("own", "w");
  fclose(lower);
  assert(freopen("again", "w+", before) == before && freopen("own", "w", own) == own);
  fputs("x", before), fputs("yz", own), fclose(own), rewind(before);
  assert(fgets(text, 8, before) && !strcmp(text, "x"));
  assert(!freopen("nothing/there", "r", before) && errno == ENOENT);
  own = fopen("own", "r");
  assert(fgets(text, 8, own) && !strcmp(text, "yz"));
  fclose(own);
  return u;
}
static void *sizes(void *u) {
  struct stat s;
  FILE *own = fopen("own", "w");
  assert(setvbuf(own, size, _IOFBF, 8) == 0);
  for (int i = 0; i < 8; ++i)
    putc('1', own);
  assert(stat("own", &s) == 0 && s.st_size == 0);
  putc('2', own), putc('3', own);
  assert(stat("own", &s) == 0 && s.st_size == 8);
  fclose(own);
  assert(stat("own", &s) == 0 && s.st_size == 10);
  own = fopen("own", "w");
  assert(fwrite("x", 0, 3, own) == 0 && fwrite("x", 1, 0, own) == 0 && fwrite("xyz", 3, 1, own) == 1);
  fclose(own);
  return u;
}
static void *far(void *u) {
  assert(write(600, "x", 1) == 1 && close(600) == 0);
  return u;
}
static void *at(void *u) {
  struct stat s;
  char path[4096];
  mkdir("folder", 0755), close(open("folder/f", O_CREAT | O_WRONLY, 0644));
  int folder = open("folder", O_RDONLY | O_DIRECTORY);
  assert(fchmodat(folder, "f", 0600, 0) == 0 && fstatat(folder, "f", &s, 0) == 0 && (s.st_mode & 07777) == 0600);
  assert(fchdir(folder) == 0 && getcwd(path, sizeof path) && !strcmp(strrchr(path, '/'), "/folder") && access("f", F_OK) == 0);
  FAILS(fchdir(99), EBADF);
  return u;
}
static void *put(void *u) {
  fputs("x", before);
  return u;
}
static void *wait(void *u) {
  while (access("flag", F_OK))
    ;
  return u;
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  pthread_t t;
  lower = fopen("lower", "w"), before = fopen("before", "w+");
  if (!strcmp(what, "far"))
    assert(dup2(fileno(before), 600) == 600);
  pthread_create(&t, NULL, !strcmp(what, "edges") ? edges : !strcmp(what, "again") ? again : !strcmp(what, "sizes") ? sizes : !strcmp(what, "far") ? far :
                 !strcmp(what, "at") ? at : !strcmp(what, "flushed") ? put : wait, NULL);
  if (!strcmp(what, "flushed")) {
    struct stat s;
    fflush(NULL);
    stat("before", &s);
    printf("%d\n", (int)s.st_size);
  }
  pthread_join(t, NULL);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// mmap while threads are explored: shared maps of a file are its bytes, for reads and writes and other maps; private ones are copies.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread && cd %t.d && %t.native same && %t.native private && %t.native anonymous && %t.native errors && \
// RUN:   %t.native grown && %t.native counted
//
// same, private, anonymous, errors, grown: one thread looks at all of it, main waits: 1.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t same -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t private -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t anonymous -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t errors -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t grown -- verdict=complete schedules=1 failures=none
// The contents of the file on disk stay what main wrote.
// RUN: cd %t.d && %xblock run -- %t same && FileCheck --check-prefix=DISK %s < %t.d/file
// DISK: hello
// counted: two threads map the file, and add one under a mutex. Who maps first has the bytes on its heap: 2; who adds first: 2.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t counted -- verdict=complete schedules=4 failures=none
// read: a read() beside an unprotected store to the map finds it or does not, and is a race with it.
// RUN: cd %t.d && %xblock run --check=none --outcomes -- %t read 2>&1 | FileCheck --check-prefix=READ %s
// READ: 2 outcomes
// READ-DAG: | h
// READ-DAG: | H
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t read -- verdict=failure failures=race
// written: two write() calls to a mapped file are no race; what comes last stays: 2.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t written -- verdict=complete schedules=2 failures=none
// unmapped: an access of what another thread may have unmapped, which is a race too. cut: refused.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t unmapped -- verdict=failure failures=heap,race "message~use after free"
// RUN: cd %t.d && not %xblock run -- %t cut 2>&1 | FileCheck --check-prefix=CUT %s
// CUT: xblock: unsupported: a file that is cut where it is mapped
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;
static char *mapped;
static char got[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static char *map(size_t n, int flags) { return mmap(NULL, n, PROT_READ | PROT_WRITE, flags, fd, 0); }

static void *same(void *u) {
  char *a = map(6, MAP_SHARED), *b = map(4096, MAP_SHARED), text[8] = "";
  assert(a != MAP_FAILED && b != MAP_FAILED && !strcmp(a, "hello\n"));
  a[0] = 'j';
  assert(pread(fd, text, 6, 0) == 6 && !strcmp(text, "jello\n") && b[0] == 'j');
  assert(pwrite(fd, "c", 1, 0) == 1 && a[0] == 'c' && b[0] == 'c');
  assert(msync(a, 6, MS_SYNC) == 0);
  assert(munmap(a, 6) == 0);
  b[4] = 'a';
  assert(munmap(b, 4096) == 0);
  assert(pread(fd, text, 6, 0) == 6 && !strcmp(text, "cella\n"));
  FILE *f = fopen("file", "r");
  assert(fgets(text, sizeof text, f) && !strcmp(text, "cella\n"));
  fclose(f);
  close(fd);
  return u;
}
static void *private(void *u) {
  char *a = map(6, MAP_PRIVATE), text[8] = "";
  a[0] = 'j';
  assert(!strcmp(a, "jello\n") && pread(fd, text, 6, 0) == 6 && !strcmp(text, "hello\n"));
  assert(a[6] == 0 && a[4095] == 0);
  assert(munmap(a, 6) == 0);
  return u;
}
static void *anonymous(void *u) {
  int *a = mmap(NULL, 10000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(a != MAP_FAILED && (unsigned long)a % 4096 == 0);
  for (int i = 0; i < 2500; ++i)
    assert(a[i] == 0), a[i] = i;
  assert(munmap(a, 10000) == 0);
  int *b = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert(b != MAP_FAILED && b[0] == 0 && b[1023] == 0);
  b[0] = 7;
  return u;
}
static void *errors(void *u) {
  int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0644), in = open("file", O_RDONLY), ends[2];
  assert(pipe(ends) == 0);
  assert(map(0, MAP_SHARED) == MAP_FAILED && errno == EINVAL);
  assert(mmap(NULL, 6, PROT_READ, MAP_SHARED, fd, 1) == MAP_FAILED && errno == EINVAL);
  assert(mmap(NULL, 6, PROT_READ, MAP_SHARED, out, 0) == MAP_FAILED && errno == EACCES);
  assert(mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_SHARED, in, 0) == MAP_FAILED && errno == EACCES);
  assert(mmap(NULL, 6, PROT_READ, MAP_SHARED, 99, 0) == MAP_FAILED && errno == EBADF);
  assert(mmap(NULL, 6, PROT_READ, MAP_PRIVATE, ends[0], 0) == MAP_FAILED && errno == ENODEV);
  assert(mmap(NULL, 6, PROT_READ, 0, fd, 0) == MAP_FAILED && errno == EINVAL);
  char *in0 = mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_PRIVATE, in, 0);
  assert(in0 != MAP_FAILED);
  close(in);
  in0[0] = 'x';
  assert(munmap(in0, 6) == 0);
  return u;
}
static void *grown(void *u) {
  assert(ftruncate(fd, 9000) == 0);
  char *a = map(9000, MAP_SHARED), text[8] = "";
  a[8999] = 'z';
  assert(pread(fd, text, 1, 8999) == 1 && text[0] == 'z');
  assert(ftruncate(fd, 20000) == 0 && pwrite(fd, "q", 1, 15000) == 1);
  assert(munmap(a, 9000) == 0);
  a = map(20000, MAP_SHARED);
  assert(a[8999] == 'z' && a[15000] == 'q' && a[0] == 'h');
  assert(munmap(a, 20000) == 0 && ftruncate(fd, 6) == 0);
  return u;
}
static void *counted(void *u) {
  char *a = map(6, MAP_SHARED);
  pthread_mutex_lock(&m);
  ++a[0];
  pthread_mutex_unlock(&m);
  return u;
}
static void *store(void *u) {
  mapped[0] = 'H';
  return u;
}
static void *readOne(void *u) {
  assert(pread(fd, got, 1, 0) == 1);
  return u;
}
static void *writeOne(void *u) {
  assert(pwrite(fd, u ? "1" : "2", 1, 0) == 1);
  return NULL;
}
static void *unmap(void *u) {
  assert(munmap(mapped, 4096) == 0);
  return u;
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
  assert(write(fd, "hello\n", 6) == 6);
  pthread_t a, b = 0;
#define ONE(name) if (!strcmp(what, #name)) pthread_create(&a, NULL, name, NULL)
  ONE(same);
  ONE(private);
  ONE(anonymous);
  ONE(errors);
  ONE(grown);
  if (!strcmp(what, "counted")) {
    pthread_create(&a, NULL, counted, NULL);
    pthread_create(&b, NULL, counted, NULL);
  }
  if (!strcmp(what, "read") || !strcmp(what, "written") || !strcmp(what, "unmapped") || !strcmp(what, "cut")) {
    pthread_create(&a, NULL, anonymous, NULL);
    pthread_join(a, NULL);
    mapped = map(4096, !strcmp(what, "unmapped") ? MAP_PRIVATE : MAP_SHARED);
    if (!strcmp(what, "cut"))
      return ftruncate(fd, 0);
    int reads = !strcmp(what, "read"), writes = !strcmp(what, "written");
    pthread_create(&a, NULL, reads ? readOne : writes ? writeOne : unmap, fd ? &fd : NULL);
    pthread_create(&b, NULL, writes ? writeOne : store, NULL);
  }
  pthread_join(a, NULL);
  if (b)
    pthread_join(b, NULL);
  if (!strcmp(what, "counted"))
    assert(pread(fd, got, 1, 0) == 1 && got[0] == 'j');
  if (!strcmp(what, "read"))
    printf("%s\n", got);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a modelled system call at an address where no memory is, or that it cannot write to, made the program fail by SIGSEGV, where the
// kernel returns EFAULT and the program goes on. What the heap does not allow is a failure still, as of other accesses.
// RUN: rm -rf %t && mkdir %t && cd %t && %xblock_cc -g -O1 -w %s -o p && clang-19 -w %s -o native -lpthread
// RUN: echo text > file && ./native file
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- ./p file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --restore=reexecute -- ./p file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --memory=strict -- ./p file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going --verify-restore -- ./p file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- ./p file freed -- verdict=failure "message~^use after free: T1 writes 4 bytes"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- ./p file behind -- verdict=failure "message~^heap overflow: T1 writes 4 bytes"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- ./p file across -- verdict=failure "message~^SIGSEGV: write of address"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char constant[4096] = "cannot be written";
static const char *path, *how = "";
static char *page;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

// The call fails, and has no other effect.
#define FAULTS(call) (errno = 0, assert((call) == -1 && errno == EFAULT))

static void look(void *no) {
  char bytes[8];
  int fd = open(path, O_RDONLY), ends[2], pair[2];
  assert(fd >= 0 && pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  assert(write(ends[1], "pipe", 4) == 4 && send(pair[1], "pair", 4, 0) == 4);
  struct iovec parts[2] = {{bytes, 2}, {no, 2}}, first[2] = {{no, 2}, {bytes, 2}};

  FAULTS(read(fd, no, 4));
  FAULTS(pread(fd, no, 4, 0));
  FAULTS(readv(fd, first, 2));
  FAULTS(read(ends[0], no, 4));
  FAULTS(recv(pair[0], no, 4, 0));
  FAULTS(recvfrom(pair[0], no, 4, MSG_PEEK, NULL, NULL));
  FAULTS(getrandom(no, 4, 0));
  FAULTS(fstat(fd, no));
  FAULTS(fstat(1, no));
  FAULTS(stat(path, no));
  FAULTS(lstat(path, no));
  // All that was to be read is there.
  assert(readv(fd, parts, 2) == 2 && memcmp(bytes, "te", 2) == 0);
  assert(read(fd, bytes, 8) == 3 && memcmp(bytes, "xt\n", 3) == 0);
  assert(read(fd, no, 4) == 0 && read(fd, no, 0) == 0);
  assert(read(ends[0], bytes, 8) == 4 && memcmp(bytes, "pipe", 4) == 0);
  assert(recv(pair[0], bytes, 8, 0) == 4 && memcmp(bytes, "pair", 4) == 0);
  close(fd), close(ends[0]), close(ends[1]), close(pair[0]), close(pair[1]);
}

static void give(const void *no) {
  char bytes[8];
  int ends[2], pair[2];
  assert(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  struct iovec parts[2] = {{(void *)"ab", 2}, {(void *)no, 2}}, first[2] = {{(void *)no, 2}, {(void *)"ab", 2}};
  FAULTS(write(ends[1], no, 4));
  FAULTS(writev(ends[1], first, 2));
  FAULTS(writev(ends[1], no, 2));
  FAULTS(send(pair[1], no, 4, 0));
  FAULTS(write(1, no, 4));
  FAULTS(writev(2, first, 2));
  FAULTS(writev(ends[1], parts, 2));
  FAULTS(writev(pair[1], parts, 2));
  assert(write(ends[1], "ab", 2) == 2 && read(ends[0], bytes, 8) == 2 && memcmp(bytes, "ab", 2) == 0);
  int fd = open("made", O_RDWR | O_CREAT | O_TRUNC, 0600);
  FAULTS(write(fd, no, 4));
  assert(writev(fd, parts, 2) == 2 && pread(fd, bytes, 8, 0) == 2 && memcmp(bytes, "ab", 2) == 0);
  errno = 0;
  assert(writev(-1, first, 2) == -1 && errno == EBADF && write(-1, no, 2) == -1 && errno == EBADF);
  close(fd), close(ends[0]), close(ends[1]), close(pair[0]), close(pair[1]);
}

static void *run(void *unused) {
  pthread_mutex_lock(&m);
  int fd = open(path, O_RDONLY);
  char *block = malloc(16);
  if (!strcmp(how, "freed")) {
    free(block);
    read(fd, block, 4);
  } else if (!strcmp(how, "behind")) {
    read(fd, block + 16, 4);
  } else if (!strcmp(how, "across")) { // the kernel reads as far as there is memory
    read(fd, page + 4094, 4);
  } else {
    look((void *)8);
    look((void *)constant);
    give((void *)8);
  }
  close(fd);
  free(block);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  path = argv[1];
  if (argc > 2)
    how = argv[2];
  page = mmap((void *)0x700000000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  return 0;
}

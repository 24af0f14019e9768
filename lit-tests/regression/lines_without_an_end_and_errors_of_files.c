// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: fgets of a last line without a line break took one from what had lain in memory behind it (last: the length depended on
// what ran before, so that --restore=reexecute found another program; parts: of a pipe it ended the line early). open of the name of a socket
// gave a descriptor, F_DUPFD heeded no bounds, readlink of no bytes, access of an unknown mode and getline without a pointer were no errors,
// a folder that was removed had names, and a call that creates a file left ENOENT in errno (errors).
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread && %t.native last && rm -rf %t.d/* && %t.native parts && %t.native errors && rm -rf %t.d/*
// Two opens conflict, and close; what is read does not depend on the other thread.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t last -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --mode=sleep -- %t last -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t parts -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t errors -- verdict=complete schedules=1 failures=none
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define FAILS(call, error) assert((errno = 0, (call) == -1) && errno == (error))

static int ends[2];

/// Memory that what is allocated next will lie in is full of line breaks.
static void soil(void) {
  char *blocks[64];
  for (int i = 0; i < 64; ++i)
    memset(blocks[i] = malloc(64 + 8 * i), '\n', 64 + 8 * i);
  for (int i = 0; i < 64; ++i)
    free(blocks[i]);
}
static void expect(FILE *file, int n, const char *bytes, size_t size) {
  char line[40];
  memset(line, '#', sizeof line);
  assert(fgets(line, n, file) && !memcmp(line, bytes, size) && line[size] == 0 && line[size + 1] == '#');
}

static void *write_over(void *u) {
  int fd = open("text", O_RDWR);
  assert(pwrite(fd, "value=22", 8, 0) == 8 && close(fd) == 0);
  return u;
}
static void *read_last(void *u) {
  FILE *file = fopen("text", "r");
  char line[64];
  memset(line, '#', sizeof line);
  assert(fgets(line, sizeof line, file) && (!strcmp(line, "value=11") || !strcmp(line, "value=22")));
  for (int i = 9; i < 64; ++i)
    assert(line[i] == '#');
  fclose(file);
  return u;
}
static void *read_lines(void *u) {
  FILE *file = fopen("lines", "w+");
  fwrite("one\n\n\0\nx\0y\nlast\0", 1, 16, file); // five lines
  for (int soiled = 0; soiled < 2; ++soiled) {
    rewind(file);
    expect(file, 38, "one\n", 4);
    expect(file, 38, "\n", 1);
    expect(file, 38, "\0\n", 2);
    expect(file, 3, "x\0", 2);
    expect(file, 38, "y\n", 2);
    expect(file, 38, "last\0", 5);
    assert(!fgets((char[4]){0}, 4, file));
    soil();
  }
  fclose(file);
  return u;
}

static void *send_parts(void *u) {
  assert(write(ends[1], "ab", 2) == 2 && write(ends[1], "cd\n", 3) == 3);
  return u;
}
static void *receive_parts(void *u) {
  FILE *file = fdopen(ends[0], "r");
  soil();
  expect(file, 38, "abcd\n", 5);
  fclose(file);
  return u;
}

static void *errors(void *u) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "name"};
  struct stat s;
  size_t size = 0;
  int bytes, socketOf = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(socketOf, (struct sockaddr *)&address, sizeof address) == 0);
  FAILS(open("name", O_RDWR), ENXIO);
  errno = 0;
  int fd = open("made", O_RDWR | O_CREAT, 0600);
  assert(fd >= 0 && errno == 0 && mkdir("folder", 0700) == 0 && errno == 0 && symlink("made", "link") == 0 && errno == 0);
  FAILS(fcntl(fd, F_DUPFD, -1), EINVAL);
  FAILS(fcntl(fd, F_DUPFD_CLOEXEC, 1 << 28), EINVAL);
  FAILS(readlink("link", (char *)&size, 0), EINVAL);
  FAILS(access("made", 64), EINVAL);
  assert(write(fd, "abc", 3) == 3 && lseek(fd, 5, SEEK_SET) == 5 && ioctl(fd, FIONREAD, &bytes) == 0 && bytes == -2);
  int folder = open("folder", O_RDONLY | O_DIRECTORY);
  assert(rmdir("folder") == 0 && fstat(folder, &s) == 0 && s.st_nlink == 0);
  FILE *file = fdopen(fd, "r");
  FAILS(getline(NULL, &size, file), EINVAL);
  fclose(file);
  close(folder);
  close(socketOf);
  return u;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  void *(*first)(void *) = errors, *(*second)(void *) = NULL;
  if (!strcmp(argv[1], "last")) {
    int fd = open("text", O_WRONLY | O_TRUNC | O_CREAT, 0644);
    assert(write(fd, "value=11", 8) == 8 && close(fd) == 0);
    pthread_create(&a, NULL, read_lines, NULL);
    pthread_join(a, NULL);
    first = write_over, second = read_last;
  } else if (!strcmp(argv[1], "parts")) {
    assert(pipe(ends) == 0);
    first = send_parts, second = receive_parts;
  }
  pthread_create(&a, NULL, first, NULL);
  if (second) {
    pthread_create(&b, NULL, second, NULL);
    pthread_join(b, NULL);
  }
  pthread_join(a, NULL);
}

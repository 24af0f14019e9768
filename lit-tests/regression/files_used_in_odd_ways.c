// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke as the model of files was new. Results were written behind the end of the block that had told of them, so that they leaked
// into the next schedule (line: fgets under a lock; lines: getline of a shared stream). A read told of its memory before it knew of
// what was sent (handed: a false race), and of more than it wrote (short: a false overflow). A large fread of a pipe was taken back whole, and never
// ended (large). A thread that waits in a read was not cancelled (cancelled). Descriptors that dup() made before the first thread had
// offsets of their own (shared). The mask of modes and the flags of descriptors conflicted with nothing (mask, flags). A folder renamed over
// one that was emptied kept its holes (renamed). poll of nothing, which is a sleep, crashed (sleep). Macros of <stdio.h> wrote to the disk (macros).
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %xblock_cc -g -O2 %s -o %t
// RUN: cd %t.d && %xblock run --outcomes -- %t line 2>&1 | FileCheck --check-prefix=LINE %s
// RUN: cd %t.d && %xblock run --outcomes --verify-restore -- %t line 2>&1 | FileCheck --check-prefix=LINE %s
// LINE: 2 outcomes
// LINE-DAG: {{^}}    | f108{{$}}
// LINE-DAG: {{^}}    | 20{{$}}
// LINE: xblock: complete
// RUN: cd %t.d && %xblock run --verify-restore -- %t lines
// RUN: cd %t.d && %xblock run --memory=strict -- %t lines
// RUN: cd %t.d && %xblock run -- %t handed
// RUN: cd %t.d && %xblock run -- %t short
// RUN: cd %t.d && %xblock run -- %t large
// RUN: cd %t.d && %xblock run -- %t cancelled
// RUN: cd %t.d && %xblock run -- %t shared
// RUN: cd %t.d && %xblock run --outcomes -- %t mask 2>&1 | FileCheck --check-prefix=MASK %s
// MASK: 2 outcomes
// MASK-DAG: | 600
// MASK-DAG: | 666
// RUN: cd %t.d && %xblock run --outcomes -- %t flags 2>&1 | FileCheck --check-prefix=FLAGS %s
// FLAGS: 2 outcomes
// RUN: cd %t.d && %xblock run -- %t renamed
// RUN: cd %t.d && %xblock run -- %t sleep
// RUN: cd %t.d && %xblock run -- %t macros && cd %t.d && FileCheck --check-prefix=EMPTY --allow-empty %s < macros
// EMPTY-NOT: {{.}}
// A device that is opened leads out of the process: refused by name (a write to it was taken for one to a pipe that nobody reads).
// RUN: cd %t.d && not %xblock run -- %t device 2>&1 | FileCheck --check-prefix=DEVICE %s
// DEVICE: xblock: unsupported: use of a descriptor that leads out of the process
// O_NONBLOCK set while another thread waits in a read: it goes on waiting, which the model does not know.
// RUN: cd %t.d && not %xblock run -- %t nonblocking 2>&1 | FileCheck --check-prefix=NONBLOCKING %s
// NONBLOCKING: xblock: unsupported: O_NONBLOCK is set on what a thread waits for
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int ends[2], others[2];
static char before[256], buffer[4096], behind[256], command;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *stream;

static void *send(void *text) {
  assert(write(ends[1], text, strlen(text)) > 0);
  return NULL;
}
static void *readLines(void *unused) {
  char *line = NULL;
  size_t size = 0;
  assert(getline(&line, &size, stream) == 2 && getline(&line, &size, stream) == 2);
  free(line);
  return NULL;
}
static void *receive(void *unused) {
  assert(read(ends[0], &command, 1) == 1 && command == 'b');
  return NULL;
}
static void *readShort(void *unused) {
  char *small = malloc(16);
  assert(fgets(small, 100, stream) && !strcmp(small, "abc\n"));
  free(small);
  return NULL;
}
static void *sendMuch(void *unused) {
  char *much = calloc(1, 100000);
  assert(write(ends[1], much, 100000) == 100000);
  free(much);
  return NULL;
}
static void *wait(void *unused) {
  char c;
  read(ends[0], &c, 1);
  return NULL;
}
static void *writeFirst(void *unused) {
  assert(write(others[0], "AAAA", 4) == 4);
  return NULL;
}
static void *setMask(void *unused) {
  umask(077);
  return NULL;
}
static void *setFlags(void *unused) {
  assert(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
  return NULL;
}
static void *renameOver(void *unused) {
  assert(unlink("b/x") == 0 && rmdir("b") == 0 && rename("a", "b") == 0 && access("b/x", F_OK) == 0);
  return NULL;
}
static void *sleepABit(void *unused) {
  assert(poll(NULL, 0, 5) == 0);
  return NULL;
}
static void *putMany(void *unused) {
  for (int i = 0; i < 5000; ++i)
    putc_unlocked('T', stream);
  return NULL;
}

static void *openDevice(void *unused) {
  stream = fopen("/dev/full", "w");
  fputs("x", stream);
  fclose(stream);
  return NULL;
}

int main(int argc, char **argv) {
  const char *mode = argv[1];
  pthread_t a, b;
  void *result;
  assert(pipe(ends) == 0);
  if (!strcmp(mode, "line")) {
    stream = fdopen(ends[0], "r");
    pthread_create(&a, NULL, send, "first line\n");
    pthread_create(&b, NULL, send, "2\n");
    pthread_mutex_lock(&mutex);
    assert(fgets(buffer, sizeof buffer, stream));
    pthread_mutex_unlock(&mutex);
    printf("%c%d\n", buffer[0], buffer[6]);
    pthread_join(a, NULL), pthread_join(b, NULL);
  } else if (!strcmp(mode, "lines") || !strcmp(mode, "short")) {
    stream = fopen("lines", "w+");
    fputs(*mode == 's' ? "abc\n" : "1\n2\n3\n4\n", stream);
    rewind(stream);
    pthread_create(&a, NULL, mode[1] == 'h' ? readShort : readLines, NULL);
    if (mode[1] != 'h')
      readLines(NULL);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "handed")) {
    pthread_create(&a, NULL, receive, NULL);
    command = 'a';
    send("b");
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "large")) {
    stream = fdopen(ends[0], "r");
    pthread_create(&a, NULL, sendMuch, NULL);
    char *much = malloc(100000);
    assert(fread(much, 1, 100000, stream) == 100000);
    free(much);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "cancelled")) {
    pthread_create(&a, NULL, wait, NULL);
    pthread_cancel(a);
    assert(pthread_join(a, &result) == 0 && result == PTHREAD_CANCELED);
  } else if (!strcmp(mode, "shared")) {
    others[0] = open("shared", O_CREAT | O_RDWR | O_TRUNC, 0600);
    others[1] = dup(others[0]);
    pthread_create(&a, NULL, writeFirst, NULL);
    pthread_join(a, NULL);
    char text[9] = "";
    assert(write(others[1], "BBBB", 4) == 4 && pread(others[0], text, 8, 0) == 8 && !strcmp(text, "AAAABBBB"));
  } else if (!strcmp(mode, "mask")) {
    umask(0);
    struct stat status;
    pthread_create(&a, NULL, setMask, NULL);
    int made = open("made", O_CREAT | O_WRONLY, 0666);
    assert(fstat(made, &status) == 0);
    printf("%o\n", status.st_mode & 0777);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "flags")) {
    pthread_create(&a, NULL, setFlags, NULL);
    printf("%d\n", fcntl(ends[0], F_GETFL) & O_NONBLOCK);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "renamed")) {
    mkdir("a", 0755), mkdir("b", 0755);
    fclose(fopen("a/x", "w")), fclose(fopen("b/x", "w"));
    pthread_create(&a, NULL, renameOver, NULL);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "sleep")) {
    pthread_create(&a, NULL, sleepABit, NULL);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "macros")) {
    stream = fopen("macros", "w");
    pthread_create(&a, NULL, putMany, NULL);
    pthread_join(a, NULL);
    struct stat status;
    assert(fclose(stream) == 0 && stat("macros", &status) == 0 && status.st_size == 5000);
  } else if (!strcmp(mode, "device")) {
    pthread_create(&a, NULL, openDevice, NULL);
    pthread_join(a, NULL);
  } else {
    pthread_create(&a, NULL, setFlags, NULL);
    wait(NULL);
    pthread_join(a, NULL);
  }
  return before[0] + behind[0];
}

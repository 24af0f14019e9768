// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Pipes, pairs of sockets and event counters between threads: what waits, what ends, what is ready, and what deadlocks.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread && %t.native pipe && %t.native before && %t.native full && %t.native events && %t.native \
// RUN:   semaphore && %t.native poll && %t.native select && %t.native pair && %t.native messages && %t.native stream && %t.native shutdown
//
// pipe: two bytes are written, one by one, and read as they come: with the first write behind it (the read waits until then) a read
// gets one byte or both. One or the other first read: 2.
// RUN: %python %S/Inputs/explore.py %xblock -- %t pipe -- verdict=complete schedules=2 failures=none
// before: the same pipe holds a byte as the threads begin: it is read alone or with the next.
// RUN: %python %S/Inputs/explore.py %xblock -- %t before -- verdict=complete schedules=2 failures=none
// full: a writer of 70,000 bytes writes 65,536 and waits for room, which only a read makes: one order.
// RUN: %python %S/Inputs/explore.py %xblock -- %t full -- verdict=complete schedules=1 failures=none
// events: 1 and 2 are added; a read takes 1, 2 or 3 at once: the first, then the second; the sum. Orders of the adds: 2. In each the
// read comes behind the first or behind both: 4; one more runs that is like another. semaphore: each read takes one, so that behind
// the add of 2 there can be two reads before the other: 5, and one more again.
// RUN: %python %S/Inputs/explore.py %xblock -- %t events -- verdict=complete "schedules<=5" failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t semaphore -- verdict=complete "schedules<=6" failures=none
// poll: behind the first write, the second, or the close. select: before the write or behind it. messages: the first is received
// before the second is sent, or behind it. pair, stream: each waits for the other.
// RUN: %python %S/Inputs/explore.py %xblock -- %t poll -- verdict=complete schedules=3 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t select -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t pair -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t messages -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t stream -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t shutdown -- verdict=complete schedules=1 failures=none
// timeout: a poll for 10 ms beside a write finds it, or expires.
// RUN: %xblock run --outcomes -- %t timeout 2>&1 | FileCheck --check-prefix=TIMEOUT %s
// TIMEOUT: 2 outcomes
// TIMEOUT-DAG: | ready 0
// TIMEOUT-DAG: | ready 1
// Two threads that read what the other one writes later; a reader while its own end for writing is open; a poll of nothing.
// RUN: %python %S/Inputs/explore.py %xblock -- %t deadlock -- verdict=failure failures=deadlock "message~data or room in a pipe"
// RUN: %python %S/Inputs/explore.py %xblock -- %t unclosed -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t nothing -- verdict=failure failures=deadlock "message~one of several descriptors"
// RUN: %python %S/Inputs/explore.py %xblock -- %t lost -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t broken -- verdict=failure failures=signal message~SIGPIPE
// What is handed over through a pipe is ordered: no race.
// RUN: %python %S/Inputs/explore.py %xblock -- %t handed -- verdict=complete failures=none
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], other[2], events;
static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writeTwo(void *unused) {
  assert(write(ends[1], "a", 1) == 1 && write(ends[1], "b", 1) == 1 && close(ends[1]) == 0);
  return NULL;
}
static void *writeOne(void *unused) {
  assert(write(ends[1], "x", 1) == 1);
  return NULL;
}
static void *writeMuch(void *unused) {
  static char much[70000];
  assert(write(ends[1], much, sizeof much) == sizeof much && close(ends[1]) == 0);
  return NULL;
}
static void *add(void *value) {
  uint64_t n = (uintptr_t)value;
  assert(write(events, &n, sizeof n) == sizeof n);
  return NULL;
}
static void *answer(void *unused) {
  char text[8];
  assert(read(ends[1], text, sizeof text) == 4 && memcmp(text, "ping", 4) == 0 && write(ends[1], "pong", 4) == 4);
  return NULL;
}
static void *sendTwo(void *unused) {
  assert(send(ends[1], "one", 3, 0) == 3 && send(ends[1], "three", 5, 0) == 5);
  return NULL;
}
static void *print(void *unused) {
  FILE *out = fdopen(ends[1], "w");
  assert(out && fprintf(out, "line %d\nlast\n", 1) > 0 && fclose(out) == 0);
  return NULL;
}
static void *readThenWrite(void *unused) {
  char byte;
  assert(read(other[0], &byte, 1) == 1 && write(ends[1], "x", 1) == 1);
  return NULL;
}
static void *closeReader(void *unused) {
  close(ends[0]);
  return NULL;
}
static void *idle(void *unused) { return unused; }
static void *hand(void *unused) {
  shared = 42;
  return writeOne(NULL);
}
static void *lockAndRead(void *unused) {
  char byte;
  pthread_mutex_lock(&mutex);
  assert(read(ends[0], &byte, 1) == 1);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  const char *mode = argv[1];
  pthread_t a, b;
  char text[70000];
  ssize_t n;
  if (!strcmp(mode, "pipe") || !strcmp(mode, "before")) {
    int early = *mode == 'b';
    assert(pipe(ends) == 0 && (!early || write(ends[1], "-", 1) == 1));
    pthread_create(&a, NULL, early ? writeOne : writeTwo, NULL);
    ssize_t got = read(ends[0], text, sizeof text);
    assert(got == 1 || got == 2);
    if (got == 1)
      assert(read(ends[0], text + 1, 1) == 1);
    assert(memcmp(text, early ? "-x" : "ab", 2) == 0);
    pthread_join(a, NULL);
    if (early)
      close(ends[1]);
    assert(read(ends[0], text, 1) == 0);
  } else if (!strcmp(mode, "full")) {
    assert(pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[0], F_GETFD) == FD_CLOEXEC);
    pthread_create(&a, NULL, writeMuch, NULL);
    size_t all = 0;
    while ((n = read(ends[0], text, sizeof text)) > 0)
      all += n;
    assert(n == 0 && all == 70000);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "events") || !strcmp(mode, "semaphore")) {
    events = eventfd(0, *mode == 's' ? EFD_SEMAPHORE : 0);
    pthread_create(&a, NULL, add, (void *)1);
    pthread_create(&b, NULL, add, (void *)2);
    uint64_t sum = 0, value;
    for (int reads = 0; sum < 3; ++reads) {
      assert(read(events, &value, sizeof value) == 8 && (*mode == 'e' || value == 1));
      sum += value;
    }
    pthread_join(a, NULL), pthread_join(b, NULL);
    assert(sum == 3 && fcntl(events, F_SETFL, O_NONBLOCK) == 0 && read(events, &value, 8) == -1 && errno == EAGAIN);
  } else if (!strcmp(mode, "poll")) {
    assert(pipe(ends) == 0 && pipe(other) == 0);
    pthread_create(&a, NULL, writeTwo, NULL);
    struct pollfd all[2] = {{other[0], POLLIN, 0}, {ends[0], POLLIN, 0}};
    assert(poll(all, 2, -1) == 1 && all[0].revents == 0 && all[1].revents & POLLIN);
    pthread_join(a, NULL);
    assert(poll(all, 2, 0) == 1 && all[1].revents == (POLLIN | POLLHUP));
    assert(read(ends[0], text, 8) == 2 && poll(all + 1, 1, -1) == 1 && all[1].revents == POLLHUP);
  } else if (!strcmp(mode, "select")) {
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, writeOne, NULL);
    fd_set in, out;
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(ends[0], &in);
    FD_SET(ends[1], &out);
    int ready = select(ends[1] + 1, &in, &out, NULL, NULL);
    assert(ready == 1 + FD_ISSET(ends[0], &in) && FD_ISSET(ends[1], &out));
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "pair")) {
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    pthread_create(&a, NULL, answer, NULL);
    assert(write(ends[0], "ping", 4) == 4 && read(ends[0], text, sizeof text) == 4 && memcmp(text, "pong", 4) == 0);
    pthread_join(a, NULL);
    close(ends[1]);
    assert(read(ends[0], text, 1) == 0);
  } else if (!strcmp(mode, "messages")) {
    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    pthread_create(&a, NULL, sendTwo, NULL);
    assert(recv(ends[0], text, sizeof text, 0) == 3 && recv(ends[0], text, 2, 0) == 2 && memcmp(text, "th", 2) == 0);
    pthread_join(a, NULL);
    assert(recv(ends[0], text, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  } else if (!strcmp(mode, "stream")) {
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, print, NULL);
    FILE *in = fdopen(ends[0], "r");
    char *line = NULL;
    size_t size = 0;
    assert(getline(&line, &size, in) == 7 && !strcmp(line, "line 1\n") && getline(&line, &size, in) == 5);
    assert(getline(&line, &size, in) == -1 && feof(in) && fclose(in) == 0);
    free(line);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "shutdown")) {
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    pthread_create(&a, NULL, writeOne, NULL);
    pthread_join(a, NULL);
    assert(shutdown(ends[1], SHUT_WR) == 0 && read(ends[0], text, 8) == 1 && read(ends[0], text, 8) == 0);
    assert(send(ends[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  } else if (!strcmp(mode, "timeout")) {
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, writeOne, NULL);
    struct pollfd one = {ends[0], POLLIN, 0};
    printf("ready %d\n", poll(&one, 1, 10));
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "deadlock")) {
    assert(pipe(ends) == 0 && pipe(other) == 0);
    pthread_create(&a, NULL, readThenWrite, NULL);
    assert(read(ends[0], text, 1) == 1 && write(other[1], "x", 1) == 1);
  } else if (!strcmp(mode, "unclosed")) {
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, writeOne, NULL);
    while (read(ends[0], text, 1) == 1)
      ;
  } else if (!strcmp(mode, "nothing")) {
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, idle, NULL);
    struct pollfd one = {ends[0], POLLIN, 0};
    poll(&one, 1, -1);
  } else if (!strcmp(mode, "lost")) { // a reader that holds the lock its writer needs
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, lockAndRead, NULL);
    pthread_mutex_lock(&mutex);
    writeOne(NULL);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "broken")) {
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, closeReader, NULL);
    writeOne(NULL);
    pthread_join(a, NULL);
  } else {
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, hand, NULL);
    assert(read(ends[0], text, 1) == 1 && shared == 42);
    pthread_join(a, NULL);
  }
  return 0;
}

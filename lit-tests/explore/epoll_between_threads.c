// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// epoll between threads: level, edge, once; in which order events are told; who waits for ever.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread
// RUN: %t.native level && %t.native edge && %t.native once && %t.native order && %t.native few && %t.native wrong && %t.native gone && \
// RUN:   %t.native wake && %t.native apart && %t.native counter
//
// Alone in main, behind the first thread: one schedule each.
// RUN: %python %S/Inputs/explore.py %xblock -- %t level -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t edge -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t once -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t few -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t wrong -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t gone -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t counter -- verdict=complete schedules=1 failures=none
// order: two threads write to a pipe each; events are told in the order of the writes: 2. apart: of two epolls that order is nobody's: 1.
// wake: the wait is woken, or finds the byte there.
// RUN: %python %S/Inputs/explore.py %xblock -- %t order -- verdict=complete schedules=2 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t apart -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t wake -- verdict=complete schedules=1 failures=none
// time: for 10 ms beside a write: it is found, or the time-out expires.
// RUN: %xblock run --outcomes -- %t time 2>&1 | FileCheck --check-prefix=TIME %s
// TIME: 2 outcomes
// Nothing is to come; a second byte that came with the first, but by its edge only; two threads wait for one edge.
// RUN: %python %S/Inputs/explore.py %xblock -- %t nothing -- verdict=failure failures=deadlock "message~one of several descriptors"
// RUN: %python %S/Inputs/explore.py %xblock -- %t starved -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t two -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t nested -- verdict=unsupported "unsupported~epoll of another epoll"
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int epoll, a[2], b[2];
static struct epoll_event events[4];

static int add(int to, int fd, uint32_t how) {
  struct epoll_event event = {how, {.fd = fd}};
  return epoll_ctl(to, EPOLL_CTL_ADD, fd, &event);
}
static int change(int fd, uint32_t how) {
  struct epoll_event event = {how, {.fd = fd}};
  return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event);
}
/// How many events there are now.
static int now(void) { return epoll_wait(epoll, events, 4, 0); }
static void put(int fd) { assert(write(fd, "x", 1) == 1); }
static void get(int fd) {
  char byte;
  assert(read(fd, &byte, 1) == 1);
}
static void *putOne(void *fd) {
  put((int)(intptr_t)fd);
  return NULL;
}
static void *waitOne(void *from) {
  struct epoll_event one;
  assert(epoll_wait((int)(intptr_t)from, &one, 1, -1) == 1);
  return NULL;
}
static void *idle(void *unused) { return unused; }

static void alone(const char *mode) {
  if (!strcmp(mode, "level")) {
    assert(add(epoll, a[0], EPOLLIN) == 0 && now() == 0);
    put(a[1]), put(a[1]);
    assert(now() == 1 && events[0].data.fd == a[0] && events[0].events == EPOLLIN);
    get(a[0]);
    assert(now() == 1);
    get(a[0]);
    assert(now() == 0 && close(a[1]) == 0 && now() == 1 && events[0].events == EPOLLHUP);
  } else if (!strcmp(mode, "edge")) {
    assert(add(epoll, a[0], EPOLLIN | EPOLLET) == 0);
    put(a[1]);
    assert(now() == 1 && now() == 0);
    put(a[1]);
    assert(now() == 1 && now() == 0);
    get(a[0]);
    assert(now() == 0 && change(a[0], EPOLLIN | EPOLLET) == 0 && now() == 1); // changed: looked at anew
    get(a[0]);
    put(a[1]), get(a[0]);
    assert(now() == 0);
  } else if (!strcmp(mode, "once")) {
    assert(add(epoll, a[0], EPOLLIN | EPOLLONESHOT) == 0);
    put(a[1]);
    assert(now() == 1 && now() == 0);
    put(a[1]);
    assert(now() == 0 && change(a[0], EPOLLIN | EPOLLONESHOT) == 0 && now() == 1 && now() == 0);
  } else if (!strcmp(mode, "few")) { // who was told of comes behind who was not
    assert(add(epoll, a[0], EPOLLIN) == 0 && add(epoll, b[0], EPOLLIN) == 0);
    put(b[1]), put(a[1]);
    assert(epoll_wait(epoll, events, 1, -1) == 1 && events[0].data.fd == b[0]);
    assert(epoll_wait(epoll, events, 1, -1) == 1 && events[0].data.fd == a[0]);
    assert(epoll_wait(epoll, events, 1, -1) == 1 && events[0].data.fd == b[0]);
  } else if (!strcmp(mode, "wrong")) {
    int file = open("/dev/zero", O_RDONLY), regular = open("/etc/passwd", O_RDONLY);
    assert(epoll_create(0) == -1 && errno == EINVAL && add(epoll, a[0], EPOLLIN) == 0 && add(epoll, a[0], EPOLLIN) == -1 && errno == EEXIST);
    assert(change(b[0], EPOLLIN) == -1 && errno == ENOENT && epoll_ctl(epoll, EPOLL_CTL_DEL, b[0], NULL) == -1 && errno == ENOENT);
    assert(add(epoll, epoll, EPOLLIN) == -1 && errno == EINVAL && add(epoll, 77, EPOLLIN) == -1 && errno == EBADF);
    assert(add(a[0], b[0], EPOLLIN) == -1 && errno == EINVAL && add(77, b[0], EPOLLIN) == -1 && errno == EBADF);
    assert(add(epoll, regular, EPOLLIN) == -1 && errno == EPERM && epoll_wait(epoll, events, 0, 0) == -1 && errno == EINVAL);
    assert(epoll_wait(a[0], events, 1, 0) == -1 && errno == EINVAL && read(epoll, events, 1) == -1 && errno == EINVAL);
    close(file);
  } else if (!strcmp(mode, "gone")) { // with the last descriptor of what it is about
    int other = dup(a[0]);
    assert(add(epoll, a[0], EPOLLIN) == 0 && add(epoll, other, EPOLLIN) == 0);
    put(a[1]);
    assert(now() == 2 && close(a[0]) == 0 && now() == 2 && close(other) == 0 && now() == 0);
    assert(add(epoll, b[0], EPOLLIN) == 0 && epoll_ctl(epoll, EPOLL_CTL_DEL, b[0], NULL) == 0);
    put(b[1]);
    assert(now() == 0);
  } else if (!strcmp(mode, "counter")) {
    int counter = eventfd(0, EFD_NONBLOCK), pair[2];
    uint64_t value = 2;
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    assert(add(epoll, counter, EPOLLIN) == 0 && add(epoll, pair[0], EPOLLIN | EPOLLRDHUP | EPOLLET) == 0 && now() == 0);
    assert(write(counter, &value, 8) == 8 && now() == 1 && events[0].data.fd == counter && read(counter, &value, 8) == 8 && now() == 0);
    assert(shutdown(pair[1], SHUT_WR) == 0 && now() == 1 && events[0].events == (EPOLLIN | EPOLLRDHUP) && now() == 0);
    assert(close(pair[1]) == 0 && now() == 1 && events[0].events == (EPOLLIN | EPOLLRDHUP | EPOLLHUP));
  } else if (!strcmp(mode, "nested")) {
    add(epoll, epoll_create1(0), EPOLLIN);
  } else {
    assert(!strcmp(mode, "nothing"));
    add(epoll, a[0], EPOLLIN);
    epoll_wait(epoll, events, 1, -1);
  }
}

int main(int argc, char **argv) {
  const char *mode = argv[1];
  pthread_t s, t;
  epoll = epoll_create1(EPOLL_CLOEXEC);
  assert(epoll >= 0 && pipe(a) == 0 && pipe(b) == 0);
  if (!strcmp(mode, "order") || !strcmp(mode, "apart")) {
    int second = *mode == 'a' ? epoll_create(1) : epoll;
    assert(add(epoll, a[0], EPOLLIN) == 0 && add(second, b[0], EPOLLIN) == 0);
    pthread_create(&s, NULL, putOne, (void *)(intptr_t)a[1]);
    pthread_create(&t, NULL, putOne, (void *)(intptr_t)b[1]);
    pthread_join(s, NULL), pthread_join(t, NULL);
    assert(now() == (*mode == 'o' ? 2 : 1));
    printf("%d\n", events[0].data.fd == a[0]);
  } else if (!strcmp(mode, "wake") || !strcmp(mode, "time")) {
    assert(add(epoll, a[0], EPOLLIN) == 0);
    pthread_create(&s, NULL, putOne, (void *)(intptr_t)a[1]);
    int n = epoll_wait(epoll, events, 4, *mode == 'w' ? -1 : 10);
    assert(n == 1 || *mode == 't');
    printf("%d\n", n);
    pthread_join(s, NULL);
  } else if (!strcmp(mode, "starved")) {
    assert(add(epoll, a[0], EPOLLIN | EPOLLET) == 0);
    put(a[1]), put(a[1]);
    pthread_create(&s, NULL, idle, NULL);
    for (int i = 0; i < 2; ++i) {
      assert(epoll_wait(epoll, events, 1, -1) == 1);
      get(a[0]);
    }
  } else if (!strcmp(mode, "two")) {
    assert(add(epoll, a[0], EPOLLIN | EPOLLET) == 0);
    pthread_create(&s, NULL, waitOne, (void *)(intptr_t)epoll);
    pthread_create(&t, NULL, waitOne, (void *)(intptr_t)epoll);
    put(a[1]);
    pthread_join(s, NULL), pthread_join(t, NULL);
  } else {
    pthread_create(&s, NULL, idle, NULL);
    alone(mode);
    pthread_join(s, NULL);
  }
  return 0;
}

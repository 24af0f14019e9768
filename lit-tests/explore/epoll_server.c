// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A server of one thread that waits by epoll for two clients and for the word to stop. With -DHASTY it obeys that word at once: whoever is
// behind it in the events, or has not been read yet, gets no answer.
// RUN: clang-19 -O1 %s -o %t.native -lpthread && %t.native
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock_cc -g -O1 -DHASTY %s -o %t.hasty
// RUN: %python %S/Inputs/explore.py %xblock -- %t.hasty -- verdict=failure failures=assertion
#undef NDEBUG
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kClients = 2 };
static int listener, stop;
static int clients[kClients], accepted[kClients];

static void add(int epoll, int fd) {
  struct epoll_event event = {EPOLLIN, {.fd = fd}};
  assert(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0);
}

static void *serve(void *unused) {
  struct epoll_event events[4];
  int epoll = epoll_create1(EPOLL_CLOEXEC), open = 0, stopping = 0;
  for (int i = 0; i < kClients; ++i, ++open)
    add(epoll, accepted[i] = accept(listener, NULL, NULL));
  add(epoll, stop);
  while (open || !stopping) {
    int n = epoll_wait(epoll, events, 4, -1);
    for (int i = 0; i < n; ++i) {
      int fd = events[i].data.fd;
      char byte;
      if (fd == stop) {
        uint64_t count;
        stopping = read(stop, &count, sizeof count) == sizeof count;
#ifdef HASTY
        return close(accepted[0]), close(accepted[1]), close(epoll), unused;
#endif
      } else if (recv(fd, &byte, 1, 0) == 1) {
        ++byte;
        assert(send(fd, &byte, 1, MSG_NOSIGNAL) == 1);
      } else {
        close(fd); // no interest is left in it
        --open;
      }
    }
  }
  close(epoll);
  return unused;
}

static void *ask(void *which) {
  int fd = clients[(intptr_t)which];
  char byte = 'a';
  uint64_t one = 1;
  assert(send(fd, &byte, 1, MSG_NOSIGNAL) == 1);
  if (which)
    assert(write(stop, &one, sizeof one) == sizeof one);
  assert(recv(fd, &byte, 1, 0) == 1 && byte == 'b');
  close(fd);
  return NULL;
}

int main(void) {
  pthread_t server, client;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  stop = eventfd(0, 0);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, kClients) == 0);
  assert(getsockname(listener, (struct sockaddr *)&address, &size) == 0);
  for (int i = 0; i < kClients; ++i) {
    clients[i] = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(clients[i], (struct sockaddr *)&address, sizeof address) == 0);
  }
  pthread_create(&server, NULL, serve, NULL);
  pthread_create(&client, NULL, ask, (void *)1);
  ask(NULL);
  pthread_join(client, NULL);
  pthread_join(server, NULL);
  return 0;
}

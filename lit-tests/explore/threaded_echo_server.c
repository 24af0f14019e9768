// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A server with a thread for each connection, tested over the loopback: it is stopped by shutdown() of its listener. With -DEARLY main
// does so before the other client has its answer: that one is refused, or its connection is reset.
// RUN: clang-19 -O1 %s -o %t.native -lpthread && %t.native
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock_cc -g -O1 -DEARLY %s -o %t.early
// RUN: %python %S/Inputs/explore.py %xblock -- %t.early -- verdict=failure failures=assertion
#undef NDEBUG
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kClients = 2 };
static int listener, served;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct sockaddr_in address;

static void *handle(void *connection) {
  int fd = (int)(intptr_t)connection;
  char line[16];
  for (ssize_t n; (n = read(fd, line, sizeof line)) > 0;)
    assert(write(fd, line, n) == n);
  close(fd);
  pthread_mutex_lock(&mutex);
  ++served;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *serve(void *unused) {
  pthread_t handlers[kClients];
  int n = 0;
  for (int fd; (fd = accept(listener, NULL, NULL)) >= 0;)
    pthread_create(&handlers[n++], NULL, handle, (void *)(intptr_t)fd);
  while (n)
    pthread_join(handlers[--n], NULL);
  return unused;
}

static void *ask(void *text) {
  char line[16];
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
  assert(send(fd, text, 2, MSG_NOSIGNAL) == 2);
  assert(recv(fd, line, 2, MSG_WAITALL) == 2 && memcmp(line, text, 2) == 0);
  close(fd);
  return NULL;
}

int main(void) {
  pthread_t server, client;
  socklen_t size = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, kClients) == 0);
  assert(getsockname(listener, (struct sockaddr *)&address, &size) == 0);
  pthread_create(&server, NULL, serve, NULL);
  pthread_create(&client, NULL, ask, "yo");
#ifndef EARLY
  pthread_join(client, NULL);
#endif
  assert(shutdown(listener, SHUT_RDWR) == 0);
  pthread_join(server, NULL);
#ifdef EARLY
  pthread_join(client, NULL);
#endif
  close(listener);
  assert(served == 1);
  return 0;
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// TCP by the loopback address, and AF_UNIX streams, between threads: what waits, what is refused, how connections end.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread
// RUN: cd %T && %t.native echo && %t.native alone && %t.native names && %t.native options && %t.native refused && %t.native later && \
// RUN:   %t.native reset && %t.native half && %t.native dual && %t.native unix && %t.native abstract && %t.native wait && \
// RUN:   %t.native main && %t.native parts && %t.native resolve
//
// echo: the client connects before or after accept() waits: one order; then each waits for the other: 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t echo -- verdict=complete schedules=1 failures=none
// Two connections that were made before: their threads have nothing in common: 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t apart -- verdict=complete schedules=1 failures=none
// alone: all in main, before a thread is created.
// RUN: %python %S/Inputs/explore.py %xblock -- %t alone -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t names -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t options -- verdict=complete schedules=1 failures=none
// refused: nobody listens. later: the connect comes before bind(), before listen(), or behind it: 3; and of the two sockets either has the
// lower descriptor: 6 at most.
// RUN: %python %S/Inputs/explore.py %xblock -- %t refused -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t later -- verdict=complete "schedules<=6" failures=none
// RUN: %xblock run --outcomes -- %t later 2>&1 | FileCheck --check-prefix=LATER %s
// LATER: 2 outcomes
// RUN: %python %S/Inputs/explore.py %xblock -- %t reset -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t half -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t dual -- verdict=complete failures=none
// RUN: cd %T && %python %S/Inputs/explore.py %xblock -- %t unix -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t abstract -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t main -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t parts -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t resolve -- verdict=complete schedules=1 failures=none
// Nobody connects; nobody sends; nobody accepts who is in front (backlog 0: one waits).
// RUN: %python %S/Inputs/explore.py %xblock -- %t lonely -- verdict=failure failures=deadlock "message~or a connection"
// RUN: %python %S/Inputs/explore.py %xblock -- %t silent -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t full -- verdict=failure failures=deadlock
// RUN: %python %S/Inputs/explore.py %xblock -- %t broken -- verdict=failure failures=signal message~SIGPIPE
// What leads out of the process is refused, with its address; so is what the model would not do as the system does.
// RUN: %python %S/Inputs/explore.py %xblock -- %t outside -- verdict=unsupported "unsupported~connect to 192.0.2.1:80, which leads out of the process"
// RUN: %python %S/Inputs/explore.py %xblock -- %t public -- verdict=unsupported "unsupported~bind to 192.0.2.1:8080, which leads out of the process"
// RUN: %python %S/Inputs/explore.py %xblock -- %t datagram -- verdict=unsupported "unsupported~socket of another kind than TCP and AF_UNIX streams"
// RUN: %python %S/Inputs/explore.py %xblock -- %t host -- verdict=unsupported "unsupported~getaddrinfo of example.org, which leads out of the process"
// RUN: %python %S/Inputs/explore.py %xblock -- %t stolen -- verdict=unsupported "unsupported~a descriptor is closed while another thread may wait in a call with it"
#define _GNU_SOURCE
#undef NDEBUG
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in address;
static int listener, ends[4];
static struct sockaddr *const at = (struct sockaddr *)&address;

static int listening(int backlog) {
  socklen_t n = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  assert(fd >= 0 && bind(fd, at, sizeof address) == 0 && listen(fd, backlog) == 0);
  assert(getsockname(fd, at, &n) == 0 && n == sizeof address && address.sin_port != 0);
  return fd;
}
static int connected(void) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(fd >= 0 && connect(fd, at, sizeof address) == 0);
  return fd;
}
static void pairOf(int *two) {
  two[0] = connected();
  two[1] = accept(listener, NULL, NULL);
  assert(two[1] >= 0);
}
static short readyNow(int fd) {
  struct pollfd one = {fd, POLLIN | POLLOUT | POLLRDHUP, 0};
  poll(&one, 1, 0);
  return one.revents;
}

static void *ask(void *unused) {
  char text[8];
  int fd = connected();
  assert(write(fd, "ping", 4) == 4 && read(fd, text, sizeof text) == 4 && memcmp(text, "gnip", 4) == 0);
  assert(shutdown(fd, SHUT_WR) == 0 && read(fd, text, sizeof text) == 0 && close(fd) == 0);
  return NULL;
}
static void answer(int fd) {
  char text[8], back[8];
  for (ssize_t n; (n = read(fd, text, sizeof text)) > 0;) {
    for (ssize_t i = 0; i < n; ++i)
      back[i] = text[n - 1 - i];
    assert(write(fd, back, n) == n);
  }
  close(fd);
}
static void *exchange(void *which) {
  int *two = which;
  char byte;
  for (int i = 0; i < 3; ++i)
    assert(send(two[0], "x", 1, 0) == 1 && recv(two[1], &byte, 1, 0) == 1);
  assert(close(two[0]) == 0 && recv(two[1], &byte, 1, 0) == 0 && close(two[1]) == 0);
  return NULL;
}
static void *idle(void *unused) { return unused; }
static void *openLater(void *unused) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(fd, at, sizeof address) == 0 && listen(fd, 4) == 0);
  return NULL;
}
static void *connectOnce(void *unused) {
  close(connected());
  return unused;
}
static void *readOne(void *unused) {
  char byte;
  read(ends[0], &byte, 1);
  return unused;
}

static void names(void) {
  struct sockaddr_in a, b;
  socklen_t n = sizeof a, m = sizeof b;
  listener = listening(4);
  pairOf(ends);
  assert(getpeername(ends[0], (struct sockaddr *)&a, &n) == 0 && a.sin_port == address.sin_port && n == sizeof a);
  assert(getsockname(ends[0], (struct sockaddr *)&a, &n) == 0 && getpeername(ends[1], (struct sockaddr *)&b, &m) == 0);
  assert(a.sin_port == b.sin_port && a.sin_addr.s_addr == b.sin_addr.s_addr && a.sin_port != address.sin_port);
  n = 4; // as much as fits, and how much there is
  assert(getsockname(ends[1], (struct sockaddr *)&a, &n) == 0 && n == sizeof a);
  int other = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(other, at, sizeof address) == -1 && errno == EADDRINUSE);
  assert(getpeername(other, (struct sockaddr *)&a, &n) == -1 && errno == ENOTCONN && bind(other, at, 4) == -1 && errno == EINVAL);
  assert(listen(other, 1) == 0 && getsockname(other, (struct sockaddr *)&a, &n) == 0 && a.sin_port && a.sin_addr.s_addr == 0);
  assert(bind(other, at, sizeof address) == -1 && errno == EINVAL && listen(ends[0], 1) == -1 && errno == EINVAL);
  assert(connect(ends[0], at, sizeof address) == -1 && errno == EISCONN && accept(ends[0], NULL, NULL) == -1 && errno == EINVAL);
  assert(bind(0, at, sizeof address) == -1 && errno == ENOTSOCK && bind(77, at, sizeof address) == -1 && errno == EBADF);
}
static void options(void) {
  int value = 7, one = 1;
  socklen_t n = sizeof value;
  listener = listening(4);
  pairOf(ends);
#define OPTION(level, name) (n = sizeof value, assert(getsockopt(ends[0], level, name, &value, &n) == 0 && n == sizeof value), value)
  assert(OPTION(SOL_SOCKET, SO_TYPE) == SOCK_STREAM && OPTION(SOL_SOCKET, SO_DOMAIN) == AF_INET && OPTION(SOL_SOCKET, SO_ERROR) == 0);
  assert(OPTION(SOL_SOCKET, SO_ACCEPTCONN) == 0 && OPTION(IPPROTO_TCP, TCP_NODELAY) == 0 && OPTION(SOL_SOCKET, SO_KEEPALIVE) == 0);
  assert(setsockopt(ends[0], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) == 0 && OPTION(IPPROTO_TCP, TCP_NODELAY) == 1);
  value = 10000;
  assert(setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &value, sizeof value) == 0 && OPTION(SOL_SOCKET, SO_SNDBUF) == 20000);
  assert(setsockopt(ends[0], SOL_SOCKET, SO_KEEPALIVE, &one, 1) == -1 && errno == EINVAL);
  assert(setsockopt(socket(AF_UNIX, SOCK_STREAM, 0), IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) == -1 && errno == EOPNOTSUPP);
}
static void optionsOfAccepted(void) {
  int one = 1, value = 0;
  socklen_t n = sizeof value;
  listener = listening(4);
  assert(setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) == 0);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP);
  assert(connect(fd, at, sizeof address) == 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC);
  int made = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  assert(fcntl(made, F_GETFL) == (O_RDWR | O_NONBLOCK) && fcntl(made, F_GETFD) == FD_CLOEXEC && fcntl(listener, F_GETFL) == O_RDWR);
  assert(getsockopt(made, IPPROTO_TCP, TCP_NODELAY, &value, &n) == 0 && value == 1);
  char byte;
  assert(read(made, &byte, 1) == -1 && errno == EAGAIN);
  assert(fcntl(listener, F_SETFL, O_NONBLOCK) == 0 && accept(listener, NULL, NULL) == -1 && errno == EAGAIN);
}
static void reset(void) {
  char byte;
  int value;
  socklen_t n = sizeof value;
  listener = listening(4);
  pairOf(ends), pairOf(ends + 2);
  assert(write(ends[0], "x", 1) == 1 && close(ends[1]) == 0); // unread
  assert((readyNow(ends[0]) & (POLLERR | POLLHUP | POLLRDHUP)) == (POLLERR | POLLHUP | POLLRDHUP));
  assert(read(ends[0], &byte, 1) == -1 && errno == ECONNRESET && read(ends[0], &byte, 1) == 0);
  assert(send(ends[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE && shutdown(ends[0], SHUT_WR) == -1 && errno == ENOTCONN);
  assert(close(ends[3]) == 0 && readyNow(ends[2]) == (POLLIN | POLLOUT | POLLRDHUP) && read(ends[2], &byte, 1) == 0);
  assert(send(ends[2], "x", 1, MSG_NOSIGNAL) == 1); // it is answered by a reset
  assert(getsockopt(ends[2], SOL_SOCKET, SO_ERROR, &value, &n) == 0 && value == EPIPE);
  assert(send(ends[2], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  int early = connected(); // never accepted
  assert(close(listener) == 0 && read(early, &byte, 1) == -1 && errno == ECONNRESET);
}
static void half(void) {
  char text[4];
  listener = listening(4);
  pairOf(ends);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends + 2) == 0);
  for (int i = 0; i < 4; i += 2) {
    assert(shutdown(ends[i], SHUT_WR) == 0 && read(ends[i + 1], text, 4) == 0);
    assert(readyNow(ends[i + 1]) == (POLLIN | POLLOUT | POLLRDHUP) && readyNow(ends[i]) == POLLOUT);
    assert(write(ends[i + 1], "ab", 2) == 2 && recv(ends[i], text, 4, MSG_PEEK) == 2 && read(ends[i], text, 1) == 1);
    assert(send(ends[i], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(shutdown(ends[i], SHUT_RD) == 0 && read(ends[i], text, 4) == 1 && text[0] == 'b' && read(ends[i], text, 4) == 0);
    assert(fcntl(ends[i], F_GETFL) == O_RDWR);
  }
}
static void dual(void) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_ANY_INIT}, who;
  socklen_t n = sizeof six;
  char text[INET6_ADDRSTRLEN];
  listener = socket(AF_INET6, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&six, sizeof six))
    return; // natively, where there is no IPv6
  assert(listen(listener, 4) == 0 && getsockname(listener, (struct sockaddr *)&six, &n) == 0);
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = six.sin6_port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = connected();
  int made = accept(listener, (struct sockaddr *)&who, &n);
  assert(made >= 0 && n == sizeof who && inet_ntop(AF_INET6, &who.sin6_addr, text, sizeof text) && !strcmp(text, "::ffff:127.0.0.1"));
  assert(bind(socket(AF_INET, SOCK_STREAM, 0), at, sizeof address) == -1 && errno == EADDRINUSE);
  six.sin6_addr = in6addr_loopback;
  int other = socket(AF_INET6, SOCK_STREAM, 0);
  assert(connect(other, (struct sockaddr *)&six, sizeof six) == 0);
  made = accept(listener, (struct sockaddr *)&who, &n);
  assert(inet_ntop(AF_INET6, &who.sin6_addr, text, sizeof text) && !strcmp(text, "::1") && write(other, "x", 1) == 1 && read(made, text, 9) == 1);
  close(fd);
}
static void unixSockets(const char *name, size_t length) {
  struct sockaddr_un un = {.sun_family = AF_UNIX}, who;
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + length, n = sizeof who;
  char byte;
  memcpy(un.sun_path, name, length);
  if (name[0])
    unlink(name);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0), early = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(early, (struct sockaddr *)&un, size) == -1 && errno == (name[0] ? ENOENT : ECONNREFUSED));
  assert(listen(fd, 1) == -1 && errno == EINVAL && bind(fd, (struct sockaddr *)&un, size) == 0);
  assert(connect(early, (struct sockaddr *)&un, size) == -1 && errno == ECONNREFUSED && listen(fd, 1) == 0);
  assert(bind(early, (struct sockaddr *)&un, size) == -1 && errno == EADDRINUSE);
  assert(connect(early, (struct sockaddr *)&un, size) == 0);
  int made = accept(fd, (struct sockaddr *)&who, &n);
  assert(made >= 0 && who.sun_family == AF_UNIX && n == sizeof(sa_family_t) && write(made, "x", 1) == 1 && read(early, &byte, 1) == 1);
  n = sizeof who;
  assert(getpeername(early, (struct sockaddr *)&who, &n) == 0 && n == size && memcmp(&who, &un, size) == 0);
  assert(close(made) == 0 && read(early, &byte, 1) == 0 && readyNow(early) == (POLLIN | POLLOUT | POLLRDHUP | POLLHUP));
  assert(!name[0] || (access(name, F_OK) == 0 && unlink(name) == 0));
}
static void wait1(void) { // a connect that does not wait
  int value;
  socklen_t n = sizeof value;
  listener = listening(4);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  assert(connect(fd, at, sizeof address) == -1 && errno == EINPROGRESS && readyNow(fd) == POLLOUT);
  assert(getsockopt(fd, SOL_SOCKET, SO_ERROR, &value, &n) == 0 && value == 0);
  assert(connect(fd, at, sizeof address) == 0 && connect(fd, at, sizeof address) == -1 && errno == EISCONN);
  close(listener);
  fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  assert(connect(fd, at, sizeof address) == -1 && errno == EINPROGRESS && readyNow(fd) & POLLERR && readyNow(fd) & POLLHUP);
  assert(getsockopt(fd, SOL_SOCKET, SO_ERROR, &value, &n) == 0 && value == ECONNREFUSED);
  assert(connect(fd, at, sizeof address) == -1 && errno == ECONNABORTED);
}
static void parts(void) {
  char a[3], b[8];
  struct iovec out[] = {{"one", 3}, {"two", 3}}, in[] = {{a, 3}, {b, 8}};
  struct msghdr message = {.msg_iov = out, .msg_iovlen = 2}, got = {.msg_iov = in, .msg_iovlen = 2};
  listener = listening(4);
  pairOf(ends);
  assert(sendmsg(ends[0], &message, MSG_NOSIGNAL) == 6 && recvmsg(ends[1], &got, 0) == 6 && !memcmp(a, "one", 3) && !memcmp(b, "two", 3));
  assert(writev(ends[1], out, 2) == 6 && recv(ends[0], b, 6, MSG_WAITALL) == 6 && !memcmp(b, "onetwo", 6));
  struct sockaddr_in from;
  socklen_t n = sizeof from;
  assert(sendto(ends[0], "abc", 3, 0, NULL, 0) == 3 && recvfrom(ends[1], b, 8, MSG_DONTWAIT, (struct sockaddr *)&from, &n) == 3 && n == 0);
  assert(recv(ends[1], b, 8, MSG_DONTWAIT) == -1 && errno == EAGAIN);
}
static void resolve(void) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
  char host[64], service[16];
  assert(getaddrinfo("127.0.0.1", "8080", &hints, &found) == 0 && found->ai_family == AF_INET && !found->ai_next);
  assert(((struct sockaddr_in *)found->ai_addr)->sin_port == htons(8080));
  assert(getnameinfo(found->ai_addr, found->ai_addrlen, host, sizeof host, service, sizeof service, NI_NUMERICHOST | NI_NUMERICSERV) == 0);
  assert(!strcmp(host, "127.0.0.1") && !strcmp(service, "8080"));
  freeaddrinfo(found);
  hints.ai_flags = AI_PASSIVE;
  assert(getaddrinfo(NULL, "0", &hints, &found) == 0 && ((struct sockaddr_in *)found->ai_addr)->sin_addr.s_addr == 0);
  int fd = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  assert(bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, 1) == 0);
  freeaddrinfo(found);
  assert(getaddrinfo("nonsense", NULL, &(struct addrinfo){.ai_flags = AI_NUMERICHOST}, &found) == EAI_NONAME);
}

int main(int argc, char **argv) {
  const char *mode = argv[1];
  pthread_t a, b;
  char byte;
  if (!strcmp(mode, "echo")) {
    listener = listening(4);
    pthread_create(&a, NULL, ask, NULL);
    answer(accept(listener, NULL, NULL));
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "apart")) {
    listener = listening(4);
    pairOf(ends), pairOf(ends + 2);
    pthread_create(&a, NULL, exchange, ends);
    pthread_create(&b, NULL, exchange, ends + 2);
    pthread_join(a, NULL), pthread_join(b, NULL);
  } else if (!strcmp(mode, "alone")) {
    listener = listening(4);
    pairOf(ends);
    exchange(ends);
  } else if (!strcmp(mode, "main")) { // made before the first thread, used behind it
    listener = listening(4);
    pairOf(ends);
    assert(write(ends[0], "x", 1) == 1);
    pthread_create(&a, NULL, connectOnce, NULL);
    int made = accept(listener, NULL, NULL);
    assert(read(ends[1], &byte, 1) == 1 && byte == 'x' && read(made, &byte, 1) == 0);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "lonely") || !strcmp(mode, "full")) {
    listener = listening(0);
    pthread_create(&a, NULL, *mode == 'l' ? idle : connectOnce, NULL);
    if (*mode == 'f')
      connected(), connected();
    else
      accept(listener, NULL, NULL);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "silent")) {
    listener = listening(1);
    pthread_create(&a, NULL, connectOnce, NULL);
    int fd = accept(listener, NULL, NULL), keep = dup(fd);
    read(connected(), &byte, 1);
    close(keep);
  } else if (!strcmp(mode, "later")) {
    close(listening(1));
    pthread_create(&a, NULL, openLater, NULL);
    int result = connect(socket(AF_INET, SOCK_STREAM, 0), at, sizeof address);
    assert(result == 0 || errno == ECONNREFUSED);
    printf("%d\n", result);
    pthread_join(a, NULL);
  } else if (!strcmp(mode, "stolen")) {
    listener = listening(1);
    pairOf(ends);
    pthread_create(&a, NULL, readOne, NULL);
    close(ends[0]);
    close(ends[1]);
    pthread_join(a, NULL);
  } else {
    pthread_create(&a, NULL, idle, NULL);
    if (!strcmp(mode, "names"))
      names();
    else if (!strcmp(mode, "options"))
      options(), optionsOfAccepted();
    else if (!strcmp(mode, "refused")) {
      close(listening(1));
      assert(connect(socket(AF_INET, SOCK_STREAM, 0), at, sizeof address) == -1 && errno == ECONNREFUSED);
    } else if (!strcmp(mode, "reset"))
      reset();
    else if (!strcmp(mode, "half"))
      half();
    else if (!strcmp(mode, "dual"))
      dual();
    else if (!strcmp(mode, "unix"))
      unixSockets("sockets_between_threads.socket", 31);
    else if (!strcmp(mode, "abstract"))
      unixSockets("\0xblock-test-of-sockets", 23);
    else if (!strcmp(mode, "wait"))
      wait1();
    else if (!strcmp(mode, "parts"))
      parts();
    else if (!strcmp(mode, "resolve"))
      resolve();
    else if (!strcmp(mode, "broken")) {
      listener = listening(1);
      pairOf(ends);
      close(ends[1]);
      write(ends[0], "x", 1), write(ends[0], "x", 1);
    } else if (!strcmp(mode, "outside") || !strcmp(mode, "public")) {
      struct sockaddr_in far = {.sin_family = AF_INET, .sin_port = htons(*mode == 'o' ? 80 : 8080), .sin_addr.s_addr = inet_addr("192.0.2.1")};
      int fd = socket(AF_INET, SOCK_STREAM, 0);
      *mode == 'o' ? connect(fd, (struct sockaddr *)&far, sizeof far) : bind(fd, (struct sockaddr *)&far, sizeof far);
    } else if (!strcmp(mode, "datagram")) {
      socket(AF_INET, SOCK_DGRAM, 0);
    } else if (!strcmp(mode, "host")) {
      struct addrinfo *found;
      getaddrinfo("example.org", "80", NULL, &found);
    } else {
      return 2;
    }
    pthread_join(a, NULL);
  }
  return 0;
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a program that closes its stderr before its first thread, as daemons do, took the report with it, or got it into its own
// file; one that closes all descriptors took also those by which the explorer and a process that runs it again speak ("internal error: the
// re-executing child died"). What was opened in the place of stderr to be read was gone (EBADF) once there were threads: a false failure.
// Then one that opened its log for reading and writing in the place of stdout was unsupported, though it only writes; and, where kcmp is
// forbidden, one whose stdout was the end of a pipe from the start.
// RUN: %xblock_cc -w -g -O1 %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && echo data > data
// RUN: bash -c 'for how in fclose close dup2 freopen loop loop3 closefrom close_range syscall range_at_exec none read_write append late_stream late_loop late_from; do for restore in snapshot reexecute; do %xblock run --restore=$restore --frontier=state -- %t $how 2>right && FileCheck --input-file=right --check-prefix=RIGHT %s || { echo $how $restore; exit 1; }; done; done'
// RUN: bash -c 'for how in fclose close dup2 freopen loop loop3 closefrom close_range syscall range_at_exec none read_write append late_stream late_loop late_from; do for restore in snapshot reexecute; do %xblock run --restore=$restore --json=- -- %t $how fail >json 2>wrong; [ $? = 1 ] && grep -q "^ *.verdict.: .failure." json && FileCheck --input-file=wrong --check-prefix=WRONG %s || { echo $how $restore fail; exit 1; }; done; done'
// RUN: %python %S/../run/Inputs/exits.py 4 %xblock run -- %t data 2>&1 | FileCheck --check-prefix=DATA %s
// RUN: %python %S/../run/Inputs/exits.py 4 %xblock run -- %t late 2>&1 | FileCheck --check-prefix=LATE %s
// RUN: clang-19 %S/Inputs/without_kcmp.c -o %t.without_kcmp
// RUN: bash -c 'true | %t.without_kcmp %xblock run -- %t none 1<&0 2>right' && FileCheck --input-file=right --check-prefix=RIGHT %s
// RUN: %python -c "import socket, subprocess, sys; ends = socket.socketpair(); subprocess.run(sys.argv[1:], stdout=ends[0])" %t.without_kcmp %xblock run -- %t none 2>right && FileCheck --input-file=right --check-prefix=RIGHT %s
// RUN: %python %S/../run/Inputs/exits.py 4 %xblock run -- %t read_back 2>&1 | FileCheck --check-prefix=BACK %s
// RIGHT: {{^}}xblock: complete: 4 schedules, 0 failures (dpor)
// WRONG: {{^}}assertion: assertion '!fails || x == 2' failed
// WRONG: {{^}}xblock: failure: assertion in schedule 2 (dpor)
// DATA: xblock: unsupported: a file to read as descriptor 2, in the place of stderr
// BACK: xblock: unsupported: a read of what was opened in the place of stdout or stderr at
// LATE: xblock: unsupported: close of stdin, stdout or stderr at
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, fails;
static const char *how;

static int is(const char *name) { return !strcmp(how, name); }

static void *increment(void *u) {
  pthread_mutex_lock(&m);
  int y = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = y + 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(int count, char **arguments) {
  how = arguments[1];
  fails = count > 2;
  int kept = open("data", O_RDONLY);
  assert(kept >= 3 && kept < 20);
  if (is("fclose")) {
    fclose(stderr);
    fclose(stdout);
  } else if (is("close")) {
    close(0), close(1), close(2);
  } else if (is("dup2")) {
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 0), dup2(nothing, 1), dup2(nothing, 2);
  } else if (is("freopen")) {
    freopen("errors", "w", stderr);
    freopen("output", "w", stdout);
  } else if (is("read_write")) {
    freopen("errors", "w+", stderr);
    freopen("output", "w+", stdout);
  } else if (is("append") || is("read_back")) {
    int log = open("log", O_RDWR | O_CREAT | O_APPEND, 0600);
    dup2(log, 1), dup2(log, 2);
  } else if (is("loop") || is("loop3")) {
    for (int fd = is("loop") ? 0 : 3; fd < 1024; ++fd)
      close(fd);
  } else if (is("closefrom")) {
    closefrom(3);
  } else if (is("close_range")) {
    assert(close_range(3, ~0U, 0) == 0);
    assert(close_range(4, 3, 0) == -1 && errno == EINVAL);
  } else if (is("syscall")) {
    assert(syscall(SYS_close_range, 3, ~0U, 0) == 0);
  } else if (is("range_at_exec")) {
    assert(close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0);
    assert(fcntl(kept, F_GETFD) == FD_CLOEXEC);
  } else if (is("data")) {
    close(2);
    assert(open("data", O_RDONLY) == 2);
  }
  if (is("loop3") || is("closefrom") || is("close_range") || is("syscall"))
    assert(fcntl(kept, F_GETFD) == -1 && errno == EBADF);

  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);

  if (is("read_back")) {
    char first;
    pread(1, &first, 1, 0);
  }
  if (is("late"))
    close(2);
  if (is("late_stream"))
    fclose(stderr);
  if (is("late_loop"))
    for (int fd = 3; fd < 1024; ++fd)
      close(fd);
  if (is("late_from"))
    closefrom(3);
  if (is("late_loop") || is("late_from"))
    assert(fcntl(kept, F_GETFD) == -1 && errno == EBADF);
  assert(!fails || x == 2);
}

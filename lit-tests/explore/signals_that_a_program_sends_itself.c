// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Handlers, masks and pending signals are as without xblock, and each order of calls by two threads is explored.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -g -O1 %s -o %t.native -lpthread
// RUN: %t.native alone > %t.expected && %xblock run -- %t alone 2>/dev/null | diff %t.expected -
// RUN: %python %S/Inputs/explore.py %xblock -- %t alone -- verdict=complete failures=none schedules=1
//
// A signal without a handler ends the program, and so does abort, after its handler.
// RUN: %python %S/Inputs/explore.py %xblock -- %t fatal -- verdict=failure failures=signal "message=SIGTERM, which ends the program: it has no handler"
// RUN: %python %S/Inputs/explore.py %xblock -- %t abort -- verdict=failure failures=abort "output=caught 6\n"
// One ignores it, the other raises it: 2 orders, of which one ends the program.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t ignore -- verdict=failure failures=signal:1 schedules=2
//
// Every thread blocks the signal, and one waits for it: it comes after it was sent, 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait process -- verdict=complete failures=none schedules=1
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait thread -- verdict=complete failures=none schedules=1
// Nobody sends it.
// RUN: %python %S/Inputs/explore.py %xblock -- %t wait -- verdict=failure failures=deadlock "message~signal"
// Two send it, one takes it: if both were sent before, they were one, and none is left. The orders of a, b and the taking t: a t b and
// b t a, a b t and b a t.
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t twice -- verdict=failure failures=assertion:2 schedules=4
// A handler that sigsuspend lets run sets the flag that the loop waits for; sent before the loop begins or later: 1.
// RUN: %python %S/Inputs/explore.py %xblock -- %t suspend -- verdict=complete failures=none schedules=1
// Main takes what it sends to the process, as Linux has it.
// RUN: %python %S/Inputs/explore.py %xblock -- %t main -- verdict=complete failures=none schedules=1
// What is sent to a thread that does not block it.
// RUN: %python %S/Inputs/explore.py %xblock -- %t other -- verdict=unsupported "unsupported~^a signal whose handler runs in another thread"
// RUN: %python %S/Inputs/explore.py %xblock -- %t other process -- verdict=unsupported "unsupported~^a signal whose handler runs in another thread"
// RUN: %python %S/Inputs/explore.py %xblock -- %t cancel -- verdict=unsupported "unsupported~^a wait for a signal by a thread that others cancel"
// RUN: %python %S/Inputs/explore.py %xblock -- %t real-time -- verdict=unsupported "unsupported~^a real-time signal"
// RUN: %python %S/Inputs/explore.py %xblock -- %t fault -- verdict=unsupported "unsupported~^a handler for what a fault does"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t caught, depth;

static void handler(int number) {
  ++caught;
  printf("caught %d\n", number);
}
static void nested(int number) {
  printf("%d: into %d\n", ++depth, number);
  if (number == SIGUSR1) {
    raise(SIGUSR2); // at once
    raise(SIGUSR1); // when this one is left
    if (caught++)
      signal(SIGUSR1, SIG_IGN);
  }
  printf("%d: out of %d\n", depth--, number);
}
static void informed(int number, siginfo_t *info, void *context) {
  printf("informed of %d %d %d\n", number, info->si_signo, info->si_pid == getpid());
  ++caught;
  (void)context;
}

static sigset_t setOf(int a, int b) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, a);
  if (b)
    sigaddset(&set, b);
  return set;
}

static void print(void) {
  struct sigaction action, old;
  sigset_t users = setOf(SIGUSR1, SIGUSR2), none, seen;
  siginfo_t info;
  int number;
  sigemptyset(&none);
  printf("%d", signal(SIGUSR1, handler) == SIG_DFL);
  printf(" %d %d\n", signal(SIGUSR1, handler) == handler, signal(SIGKILL, handler) == SIG_ERR);
  raise(SIGUSR1), pthread_kill(pthread_self(), SIGUSR1), kill(getpid(), SIGUSR1);
  memset(&action, 0, sizeof action);
  action.sa_sigaction = informed;
  action.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
  printf("%d", sigaction(SIGUSR2, &action, &old));
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &old);
  printf("%d %d %d\n", old.sa_handler == SIG_DFL, sigaction(SIGSTOP, &action, NULL), raise(1000));
  signal(SIGUSR2, SIG_IGN), raise(SIGUSR2), raise(SIGCHLD), raise(SIGURG);
  pthread_sigmask(SIG_BLOCK, &users, &old.sa_mask);
  printf("%d %d\n", sigismember(&old.sa_mask, SIGUSR1), pthread_sigmask(77, &users, NULL) == EINVAL);
  raise(SIGUSR1), raise(SIGUSR1), raise(SIGUSR2);
  sigpending(&seen);
  printf("pending %d %d\n", sigismember(&seen, SIGUSR1), sigismember(&seen, SIGUSR2));
  sigprocmask(SIG_UNBLOCK, &users, NULL);
  sigpending(&seen);
  printf("pending %d %d\n", sigismember(&seen, SIGUSR1), sigismember(&seen, SIGUSR2));
  signal(SIGUSR1, nested), signal(SIGUSR2, nested);
  caught = 0;
  raise(SIGUSR1);
  printf("%d\n", signal(SIGUSR1, handler) == SIG_IGN);
  sigprocmask(SIG_BLOCK, &users, NULL);
  raise(SIGUSR2), raise(SIGUSR1);
  printf("%d %d", sigwait(&users, &number), number == SIGUSR1);
  printf(" %d %d", sigwaitinfo(&users, &info) == SIGUSR2, info.si_signo == SIGUSR2);
  printf(" %d %d\n", sigtimedwait(&users, NULL, &(struct timespec){0, 0}), errno == EAGAIN);
  raise(SIGUSR1);
  printf("%d %d\n", sigsuspend(&none), errno == EINTR);
  raise(SIGUSR1), signal(SIGUSR1, SIG_IGN), signal(SIGUSR1, handler);
  sigprocmask(SIG_SETMASK, &none, NULL); // what was ignored once is no more pending
  signal(SIGUSR1, SIG_DFL), signal(SIGUSR2, SIG_DFL);
}

static void *nothing(void *unused) { return unused; }
static void *ignores(void *unused) {
  signal(SIGUSR1, SIG_IGN);
  return unused;
}
static void *raises(void *number) {
  raise(*(int *)number);
  return NULL;
}
static void *waits(void *times) {
  sigset_t set = setOf(SIGUSR1, 0);
  for (int i = 0; i < *(int *)times; ++i) {
    int number = 0;
    assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
  }
  return NULL;
}
static void *suspends(void *unused) {
  sigset_t none;
  sigemptyset(&none);
  while (!caught)
    sigsuspend(&none);
  return unused;
}
static pthread_t first;
static void *sends(void *how) {
  assert((how ? kill(getpid(), SIGUSR1) : pthread_kill(first, SIGUSR1)) == 0);
  return NULL;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "", *how = argc > 2 ? argv[2] : "";
  int times = 1, number = SIGUSR1;
  pthread_t second;
  sigset_t users = setOf(SIGUSR1, 0);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (!strcmp(what, "alone")) {
    print();
    pthread_create(&first, NULL, nothing, NULL);
    print();
    pthread_join(first, NULL);
    return 0;
  }
  if (!strcmp(what, "abort")) {
    signal(SIGABRT, handler);
    pthread_create(&first, NULL, nothing, NULL);
    abort();
  }
  if (!strcmp(what, "ignore")) {
    pthread_create(&first, NULL, ignores, NULL);
    pthread_create(&second, NULL, raises, &number);
  } else if (!strcmp(what, "wait")) {
    pthread_sigmask(SIG_BLOCK, &users, NULL);
    pthread_create(&first, NULL, waits, &times);
    pthread_create(&second, NULL, *how ? sends : nothing, !strcmp(how, "process") ? &times : NULL);
  } else if (!strcmp(what, "twice")) {
    pthread_sigmask(SIG_BLOCK, &users, NULL);
    pthread_t third;
    sigset_t left;
    pthread_create(&first, NULL, waits, &times);
    pthread_create(&second, NULL, sends, &times);
    pthread_create(&third, NULL, sends, &times);
    pthread_join(first, NULL), pthread_join(second, NULL), pthread_join(third, NULL);
    sigpending(&left);
    assert(sigismember(&left, SIGUSR1));
    return 0;
  } else if (!strcmp(what, "cancel")) {
    pthread_sigmask(SIG_BLOCK, &users, NULL);
    pthread_create(&first, NULL, waits, &times);
    pthread_create(&second, NULL, nothing, NULL);
    pthread_cancel(first);
  } else if (!strcmp(what, "suspend")) {
    signal(SIGUSR1, handler);
    pthread_sigmask(SIG_BLOCK, &users, NULL);
    pthread_create(&first, NULL, suspends, NULL);
    pthread_create(&second, NULL, sends, NULL);
  } else if (!strcmp(what, "main")) {
    signal(SIGUSR1, handler);
    pthread_create(&first, NULL, nothing, NULL);
    pthread_create(&second, NULL, nothing, NULL);
    kill(getpid(), SIGUSR1);
    assert(caught == 1);
  } else if (!strcmp(what, "other")) {
    signal(SIGUSR1, handler);
    pthread_create(&first, NULL, nothing, NULL);
    pthread_create(&second, NULL, sends, *how ? &times : NULL);
  } else {
    number = !strcmp(what, "fatal") ? SIGTERM : SIGRTMIN;
    pthread_create(&first, NULL, nothing, NULL);
    if (!strcmp(what, "fault"))
      signal(SIGSEGV, handler);
    pthread_create(&second, NULL, raises, &number);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}

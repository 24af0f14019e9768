//===- cli_child.c - stands for an exploring process in the tests of the command line -----------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

__attribute__((section("xblock_sites"), used)) static const int site = 1;

/* As the runtime does, with the signal of verdict_signal_linux.h. */
static void endWithVerdict(int code) {
  union sigval value;
  value.sival_int = code;
  sigqueue(getppid(), VERDICT_SIGNAL, value);
  _exit(code);
}

static void forwarded(int signal) { endWithVerdict(signal == SIGTERM ? 2 : 1); }

/* verdict N | exit N | signal N | show WORDS... | stop-parent: sends SIGTERM to the parent and waits
 * to get it back */
int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "exit"))
    return atoi(argv[2]);
  if (!strcmp(what, "verdict"))
    endWithVerdict(atoi(argv[2]));
  if (!strcmp(what, "signal")) {
    prctl(PR_SET_DUMPABLE, 0); /* no core file */
    raise(atoi(argv[2]));
  }
  if (!strcmp(what, "stop-parent")) {
    sigset_t term, none;
    sigemptyset(&none);
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, 0);
    signal(SIGTERM, forwarded);
    kill(getppid(), SIGTERM);
    sigsuspend(&none);
  }
  char *options = getenv("XBLOCK_OPTIONS"); /* blanks behind them */
  for (size_t n = strlen(options); n > 0 && options[n - 1] == ' ';)
    options[--n] = 0;
  printf("%s|%d|%s", argv[0], atoi(getenv("XBLOCK_PARENT")) == getppid(), options);
  for (int i = 1; i < argc; ++i)
    printf("|%s", argv[i]);
  printf("\n");
  fflush(stdout);
  endWithVerdict(0);
}

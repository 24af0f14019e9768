// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a call does to the process as the system sees it is not rolled back: unshare, setns and their like were made for real, in every schedule,
// and process_vm_writev wrote to the program's memory unseen. Each is refused by its name.
// RUN: %xblock_cc -g -O1 -w %s -o %t
// RUN: bash -c 'for call in unshare setns personality setsid setpgid ptrace process_vm_writev pidfd_open umount2 setgroups; do \
// RUN:   %python %S/../explore/Inputs/explore.py %xblock -- %t $call -- verdict=unsupported "unsupported~^call of $call at .*c:[0-9]" || exit 1; done'
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t none -- verdict=complete
#define _GNU_SOURCE
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/pidfd.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

static int x;

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
#define IS(name) (strcmp(what, #name) == 0)
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  int y = 1;
  struct iovec from = {&y, sizeof y}, to = {&x, sizeof x};
  if (IS(unshare))
    unshare(CLONE_FS);
  if (IS(setns))
    setns(-1, 0);
  if (IS(personality))
    personality(0xffffffff);
  if (IS(setsid))
    setsid();
  if (IS(setpgid))
    setpgid(0, 0);
  if (IS(ptrace))
    ptrace(PTRACE_TRACEME, 0, 0, 0);
  if (IS(process_vm_writev))
    process_vm_writev(getpid(), &from, 1, &to, 1, 0);
  if (IS(pidfd_open))
    pidfd_open(getpid(), 0);
  if (IS(umount2))
    umount2("", 0);
  if (IS(setgroups))
    setgroups(0, NULL);
  return pthread_join(thread, NULL);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A library without hooks that ends its process in ways that no schedule survives, or waits for ever.
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void go_wild(const char *how) {
  if (!strcmp(how, "exit"))
    syscall(SYS_exit_group, 7);
  if (!strcmp(how, "late")) {
    syscall(SYS_nanosleep, &(struct { long seconds, nanoseconds; }){0, 300000000}, 0);
    syscall(SYS_exit_group, 7);
  }
  if (!strcmp(how, "killed")) { // past the handlers of the runtime
    syscall(SYS_rt_sigaction, SIGSEGV, &(struct { void *handler; unsigned long rest[4]; }){0}, 0, 8);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGSEGV);
  }
  if (!strcmp(how, "writes")) // the memory of the runtime that restores states, by its address (layout_linux.h)
    for (volatile char *p = (char *)0x220000000000, *end = p + (1 << 16); p != end; ++p)
      *p = -1;
  if (!strcmp(how, "waits"))
    for (;;)
      syscall(SYS_pause);
}

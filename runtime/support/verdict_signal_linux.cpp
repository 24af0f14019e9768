//===- verdict_signal_linux.cpp - tells the command that an exit code is a verdict ----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/verdict_signal_linux.h"

#include <csignal>
#include <cstdlib>
#include <sys/syscall.h>
#include <unistd.h>

#if XBLOCK_PROFILING
extern "C" int __llvm_profile_write_file(void);
#endif

namespace xblock {

static long parent = 0;

/// For a debugger: it is the runtime that ends the process.
extern "C" {
__attribute__((visibility("default"))) volatile long __xblock_ends = 0;
}

void rememberParent() {
  const char *text = getenv("XBLOCK_PARENT");
  parent = text ? strtol(text, nullptr, 10) : 0;
}

// System calls, since this is called on fibers too, where functions are the program's.
[[noreturn]] static void tellAndEnd(int told, int exitCode) {
  if (parent > 1 && syscall(SYS_getppid) == parent) {
    siginfo_t info{};
    info.si_signo = kVerdictSignal;
    info.si_code = SI_QUEUE;
    info.si_pid = static_cast<pid_t>(syscall(SYS_getpid));
    info.si_uid = static_cast<uid_t>(syscall(SYS_getuid));
    info.si_value.sival_int = told;
    syscall(SYS_rt_sigqueueinfo, parent, kVerdictSignal, &info);
  }
  __xblock_ends = 1;
#if XBLOCK_PROFILING // else written by atexit, which is not run here (cmake/XblockProfile.cmake)
  __llvm_profile_write_file();
#endif
  syscall(SYS_exit_group, exitCode);
  __builtin_unreachable();
}

void endWithVerdict(int exitCode) { tellAndEnd(exitCode, exitCode); }

void endWithInternalError() { tellAndEnd(kInternalError + 3, 3); }

} // namespace xblock

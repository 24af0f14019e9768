//===- repeated_signal_linux.cpp - the second signal that asks for the same ----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/repeated_signal_linux.h"

#include <csignal>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

// By system call: functions are the program's, under exploration.

constexpr int64_t kRightBehind = 200'000'000;

bool FirstSignal::isRepeated() {
  timespec now{};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  int64_t at = now.tv_sec * 1'000'000'000 + now.tv_nsec;
  if (!at_)
    at_ = at;
  return at - at_ > kRightBehind;
}

void dieOf(int signal) {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), signal);
}

} // namespace xblock

//===- pass_signals_linux.cpp - what a signal to the command does to the process that explores ---===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/pass_signals_linux.h"

#include "support/repeated_signal_linux.h"
#include "support/watch.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <unistd.h>

namespace xblock {
namespace {

constexpr int kPassed[] = {SIGINT, SIGTERM, SIGHUP};
constexpr unsigned kPatience = 1; // seconds, before it is told why nothing happens

// Written while signals are held back, or have no handler.
volatile sig_atomic_t child = 0;
volatile sig_atomic_t watch = -1;
FirstSignal first;

bool searches() {
  auto phase = Phase::Before;
  return watch >= 0 &&
         ::pread(watch, &phase, sizeof phase, offsetof(Watch, phase)) == sizeof phase &&
         phase > Phase::Before;
}

bool askForTheEnd() {
  uint32_t yes = 1;
  return ::pwrite(watch, &yes, sizeof yes, offsetof(Watch, interrupted)) == sizeof yes;
}

void onSignal(int signal, siginfo_t *info, void *) {
  int error = errno;
  if (child <= 0) {
    first.isRepeated(); // whoever would start the next one looks
  } else if (first.came() || (signal != SIGHUP && searches() && askForTheEnd())) {
    if (!first.came())
      ::alarm(kPatience);
    if (first.isRepeated()) {
      if (child > 0)
        ::kill(static_cast<pid_t>(child), SIGKILL);
      dieOf(signal);
    }
  } else if (info->si_code <= 0 && child > 0) {
    ::kill(static_cast<pid_t>(child), signal);
  }
  errno = error;
}

void onPatience(int) {
  constexpr char kLine[] = "xblock: interrupted: the search ends with the block or schedule that it is in, and is then told of; "
                           "a second signal ends it at once\n";
  constexpr char kClear[] = "\r\x1b[K";
  int error = errno;
  if (child > 0) {
    if (::isatty(STDERR_FILENO))
      static_cast<void>(::write(STDERR_FILENO, kClear, sizeof kClear - 1) > 0);
    static_cast<void>(::write(STDERR_FILENO, kLine, sizeof kLine - 1) > 0);
  }
  errno = error;
}

} // namespace

void holdSignalsBack() {
  sigset_t held;
  sigemptyset(&held);
  for (int signal : kPassed)
    sigaddset(&held, signal);
  ::sigprocmask(SIG_BLOCK, &held, nullptr);
}

void passSignalsTo(pid_t process, int sharedMemory) {
  child = process;
  watch = sharedMemory;
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (int signal : kPassed) {
    struct sigaction before;
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) // nohup; the background of a shell
      ::sigaction(signal, &action, nullptr);
  }
  action = {};
  action.sa_handler = onPatience;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
}

bool wasSignalled() { return first.came(); }

void passSignalsToNobody() {
  child = 0;
  watch = -1;
  ::alarm(0);
}

} // namespace xblock

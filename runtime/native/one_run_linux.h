//===- one_run_linux.h - a run of the program in a process of its own ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "native/turn.h"

#include <csignal>
#include <functional>
#include <string>

namespace xblock::native {

/// Set by SIGINT and its like: no further run, and the one that runs is killed.
extern volatile sig_atomic_t interrupted;
void watchInterrupts();

inline constexpr const char *kHangs = "hangs";

struct Ended {
  std::string failure;      ///< "" if it did not fail: "died of SIGABRT", "ended with exit code 3", kHangs
  bool interrupted = false; ///< or there was no process for it
  int signal = 0;           ///< that it died of by itself
};

/// What the runs write, each over what the one before wrote.
class Output {
public:
  Output();
  void redirect() const; ///< in the run
  void clear() const;
  std::string text(int which) const; ///< 0: of standard output; 1: of errors
  bool isFull() const;  ///< some was written, and no more could be, as files may have no more (`ulimit -f`)
  bool hasRoom() const; ///< files may have anything at all

private:
  int files_[2];
};

/// `seconds` of wall clock; 0: no limit. `body` does not return.
Ended run(const Output &output, double seconds, const std::function<void()> &body);

} // namespace xblock::native

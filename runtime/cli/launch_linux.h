//===- launch_linux.h - the exploring process, from outside -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Starts the instrumented program as a child, which explores itself, and outlives it: a death of
// the child that is no verdict is told in one line.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace xblock {

/// How the exploring process ended: its wait status, and the verdict if it sent one.
struct Ended {
  int status = 0;
  std::optional<int> verdict;
  bool internalError = false; ///< of the tool itself: that verdict is none
  bool beforeMain = false;    ///< it did not come to main
};

/// Memory that both share: a file, "" and -1 for none.
struct SharedFile {
  std::string name;
  int descriptor = -1;
};

/// From now on, what is printed when nobody reads it any more (`2>&1 | head`), or when files may not grow (`ulimit -f`), does not end this command,
/// and with it the search. Those of the signals that what is started is to have as ever: none that was ignored already.
sigset_t ignoreWriteSignals();

/// Runs the file with argv, XBLOCK_OPTIONS, XBLOCK_PARENT and XBLOCK_WATCH, and waits for it. Empty, with one line
/// in *error, if it could not be started. Signals: pass_signals_linux.h.
std::optional<Ended> runChild(const std::string &file, const std::vector<std::string> &argv, const Options &options,
                              const SharedFile &watch, std::string *error);

/// "" if it ended with its verdict, else one line: what happened, what to do.
std::string whyNoVerdict(const Ended &ended);

/// "died of SIGSEGV": how it ended if that was nobody's will and no verdict, else "".
std::string howItDied(const Ended &ended);

} // namespace xblock

//===- explore_call.h - xblock::explore(), seen from inside the program ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The main line of a program that calls explore() runs like any program before its first thread. At a call it stops, and a copy
// of the process searches the schedules of the body (start/explore_calls.cpp). Then the main line runs the body once, in the
// last schedule of the search, and goes on.
//
// Invariants
//  1. asked is not null exactly while the main line has stopped at a call.
//  2. inBody is true from before the body's first instruction until behind its last, in whichever process.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "xblock/explore_abi.h"

namespace xblock {

class ProcessWorld;

struct ExploreCalls {
  bool atCalls = false; ///< the program explores at its calls, and nowhere else
  const __xblock_exploration *asked = nullptr;
  bool runsBody = false; ///< the main line is to run it as it goes on
  bool inBody = false;
  bool searches = false; ///< this process is the copy
  ProcessWorld *mainLine = nullptr; ///< whose process this is a copy of
  int exitStatus = 0;    ///< of a main line that ended
  void (*beforeBody)() = nullptr, (*afterBody)() = nullptr; ///< called on main's fiber, in a RuntimeScope
};
extern ExploreCalls exploreCalls;

/// What the runtime says of the call that returned last.
struct CallAnswers {
  unsigned long (*number)(__xblock_result what, unsigned long i) = nullptr;
  const char *(*text)(__xblock_result what, unsigned long i) = nullptr;
};
extern CallAnswers callAnswers;

} // namespace xblock

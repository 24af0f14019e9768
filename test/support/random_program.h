//===- random_program.h - tiny programs at random -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Programs of a few threads with nested and recursive locks, variables each under its lock, and
// condition variables. The same seed gives the same program on every platform.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/program.h"

#include <random>

namespace xblock::test {

struct Flavour {
  bool dynamic = false; ///< T0 starts, and may join, the others; semaphores
  bool atomics = false; ///< atomic variables, used with and without locks
  bool races = false;   ///< variables are also accessed without their lock
  bool checks = false;  ///< variables are checked, which may fail
  int maxThreads = 3;   ///< at least 2
  bool branches = false; ///< what was read decides whether a lock is taken; bounded loops
  bool tries = false;    ///< try-locks
  bool timed = false;    ///< timed waits
  bool rwLocks = false;  ///< reader-writer locks
  bool writersFirst = false; ///< some of them prefer writers
  bool barriers = false; ///< barriers of two
  bool chains = false;   ///< locks taken hand over hand; waits with more than one lock held
  bool semaphores = true; ///< if dynamic
  bool ways = false;      ///< the search chooses between steps of which either, both or none may have to wait
  bool copies = false;    ///< of one variable to another, both under their locks or, if there are races, not
  bool choices = false;   ///< values that the search chooses, to write them and, with branches, to branch on them
};

std::string randomProgramText(std::mt19937_64 &rng, Flavour flavour);

} // namespace xblock::test

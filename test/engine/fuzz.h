//===- fuzz.h - random programs against brute force ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The kinds of programs of docs/search.md, and how a search of many of them compares with all
// interleavings. Used by the tests and by fuzz_table, which prints the table.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "explore.h"
#include "support/random_program.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace xblock::test {

struct Kind {
  const char *name; ///< as in docs/search.md
  Flavour flavour;
};
/// The rows of the table.
std::span<const Kind> kinds();

struct Tally {
  int programs = 0, deadlocking = 0, failing = 0;
  int missed = 0, impossible = 0, deadlocksMissed = 0, falseDeadlocks = 0, failuresMissed = 0;
  int falseFailures = 0;
  uint64_t schedules = 0, redundant = 0;
};

/// Told of each program: its text, what the search found, and whether that was wrong.
using EachProgram = std::function<void(const std::string &, const Explored &, bool wrong)>;

/// Searches `count` programs. Those with more schedules than 20,000, or too many states, are passed
/// over.
Tally fuzz(Mode mode, uint64_t seed, int count, Flavour flavour, const EachProgram &each = {});

} // namespace xblock::test

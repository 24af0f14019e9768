//===- narrator.h - what --verbose tells ----------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A line on stderr for each thing that a run does, as it is done, and how long each phase took. Without --verbose nothing is
// told, counted or measured.
//  1. The lines of two runs are the same but for times and amounts of memory.
//  2. Nothing that is told changes what is done.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "options/options.h"

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace xblock {

class Narrator {
public:
  /// From here on it tells. What each phase but the one that it is in took is told by tellPhases().
  void begin() { on_ = true; }
  bool tells() const { return on_; }

  /// A line, without its end. Bytes that would act on a terminal are written as \xNN.
  /// First in main: before it, clocks are the program's, virtual.
  void start() { begun_ = phaseBegun_ = Clock::now(); }
  void say(const std::string &text);
  /// Called before each line: there may be another one on the terminal.
  void setClear(std::function<void()> clear) { clear_ = std::move(clear); }
  /// The phase that was, ends; this one, a few words, begins.
  void enter(const char *phase);

  void tellProgram(const std::vector<std::string> &words, const Options &options);
  /// What bounds the search.
  void tellLimits(const Options &options);
  /// Has rounds and findings told.
  void follow(SearchObserver &observer);
  void tellEnd(const SearchResult &result);
  /// What each phase took, and memory.
  void tellPhases();

private:
  using Clock = std::chrono::steady_clock;
  void tellRound(uint64_t round, uint64_t schedules, const Boundaries &all);
  void tellRace(const FoundRace &race, bool unprotected);

  bool on_ = false;
  Clock::time_point begun_{}, phaseBegun_{};
  const char *phase_ = nullptr;
  std::vector<std::pair<const char *, double>> phases_; ///< with seconds
  std::function<void()> clear_;
  Boundaries known_; ///< of the round before
};

extern Narrator narrator;

} // namespace xblock

//===- program.h - a World that can also be told about --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What start/ needs beside the search: the single-threaded beginning, and explanations of schedules.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "support/archive.h"
#include "support/failure.h"
#include "support/schedule.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xblock {

/// Why nothing that a search found can be relied on.
struct Distrust {
  std::string message; ///< what was seen, and what to do
  Schedule schedule;   ///< at whose end
  std::vector<MemoryReport> memory = {}; ///< as in Finding
  uint64_t foundAt = 0; ///< number of that schedule, 0: the last that ran
};

class Program : public World {
public:
  /// Runs `entry` as thread main until a second thread was created (Ending::Split: go on with a search), or the program
  /// ended. Comes first, once. Not part of any schedule: what it does is done once.
  virtual void prologue(void *(*entry)(void *), Outcome &out) = 0;

  /// Runs `schedule` from the state after the prologue and fills finding: failure (unless `deadlock`), threads, blocks,
  /// output. deadlock: each live thread is tried once more, to say what it waits for. False, with a message, if the
  /// schedule does not fit the program. Only when no search is under way. `last` is how its last block ended.
  virtual bool explain(const Schedule &schedule, bool deadlock, Finding &finding, Ending &last, std::string *error) = 0;

  /// Runs it likewise, and tells what each of its blocks did.
  using OnBlock = std::function<void(ThreadId, const Outcome &)>;
  virtual bool follow(const Schedule &schedule, const OnBlock &did, std::string *error) = 0;

  /// As explain() for what happened in the prologue: main's stack and the output.
  virtual void explainPrologue(const Outcome &out, Finding &finding) = 0;

  /// After a search: whether the program still does what it did in the first schedule (distrust).
  virtual void runFirstAgain() = 0;

  /// Set once something was seen that would make verdicts wrong: from then on each block that is run ends as Unsupported.
  const std::optional<Distrust> &distrust() const { return distrust_; }

  /// What it must know of all schedules, beside the search, to go on with one that was saved.
  virtual void writeTo(Writer &out) = 0;
  virtual void readFrom(Reader &in) = 0;

  /// What the program wrote to stdout (1) or stderr (2) up to the state it is in; or kOutcomeValues (outcome_values.h).
  virtual std::string outputOf(int stream) = 0;

  /// The program did something else when it was run again.
  void distrustFor(Distrust why) { distrust_ = std::move(why); }

protected:
  std::optional<Distrust> distrust_;
};

} // namespace xblock

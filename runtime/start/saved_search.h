//===- saved_search.h - a search that outlives its process ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --frontier and --resume: what a search needs to be gone on with is written about once a second, and where a limit ends it;
// the file is gone once there is nothing to go on with. A search that is shorter than two seconds writes none unless the
// option names the file. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/search.h"
#include "options/options.h"
#include "report/report.h"
#include "support/frontier_linux.h"
#include "start/coverage.h"
#include "start/outcomes.h"
#include "start/visited.h"
#include "support/archive.h"
#include "support/watch.h"
#include "world/program.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace xblock {

/// What the program wrote to each stream in the first schedule that ran to its end.
struct FirstOutput {
  std::string out, error;
  bool taken = false;
  template <typename A> void archive(A &a) {
    io(a, out);
    io(a, error);
    io(a, taken);
  }
};
class SavedSearch {
public:
  /// Of the program, which is called with these words. All outlive it.
  SavedSearch(Program &program, const Options &options, const std::vector<std::string> &words, FirstOutput &first,
              Outcomes &outcomes, CoverageOfRun &coverage, Visited &visited, Watch *watch);

  /// With --resume: the state to go on from; else nothing. One line in *error if that cannot be.
  std::optional<std::string> load(std::string *error);
  /// Has the search saved.
  void follow(SearchOptions &search, SearchObserver &observer);
  /// In a report of the search that was interrupted, with the command; or why it cannot be gone on with.
  void tellHowToGoOn(Report &report) const;
  /// It should have been written, and there is nothing.
  bool isLost() const { return file_ && !written_ && !whyNot_.empty(); }
  /// The search ended. `left`: a limit ended it.
  void end(bool left);

private:
  template <typename A> void ioIdentity(A &a);
  std::string difference(Reader &in);
  void save(const std::string &state);

  Program &program_;
  const Options &options_;
  FirstOutput &first_;
  Outcomes &outcomes_;
  CoverageOfRun &coverage_;
  Visited &visited_;
  Watch *watch_; ///< of the command; null: there is none
  std::vector<std::string> words_; ///< the program's name without its folder, then its arguments
  std::string same_;               ///< the options that a search must be gone on with
  std::optional<FrontierFile> file_;
  bool named_;                     ///< by the user
  const std::atomic<uint32_t> *interrupted_ = nullptr; ///< as in SearchOptions
  bool written_ = false;
  std::chrono::steady_clock::time_point began_{}; ///< the search
  std::string whyNot_; ///< it could not be written last
  std::atomic<bool> due_ = false;
  uint64_t schedules_ = 0; ///< since the last save, if counted
};

} // namespace xblock

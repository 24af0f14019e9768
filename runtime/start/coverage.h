//===- coverage.h - what schedules covered, kept and told ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --coverage, --coverage-html, --coverage-frames, --coverage-model, --until-coverage, and
// --noise-decision=coverage. prepare() before the program runs; begin() as a search begins; addTo()
// behind it. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/coverage.h"
#include "engine/search.h"
#include "options/options.h"
#include "report/report.h"
#include "start/places.h"

#include <optional>
#include <string>

namespace xblock {

class CoverageOfRun {
public:
  /// Reads what earlier runs covered. One line if options do not go together, or the file is none
  /// to add to; else "".
  std::string prepare(const Options &options, const std::string &program);
  bool isWanted() const { return wanted_; }
  /// What the run covered so far, for a frontier (saved_search.h); "" if that is not wanted.
  std::string kept();
  /// Before begin(): the run is gone on with, and that is what it had covered.
  void goOnFrom(const std::string &kept);
  /// Has the search tell what it covers, and end once that is enough.
  void begin(SearchOptions &search);
  /// Behind the search: what runs from here on is to explain it.
  void end(SearchOptions &search);
  /// Why it ended so: --until-coverage; else "".
  const std::string &reached() const { return reached_; }
  /// Of a program that made no second thread.
  void addWithoutSearch(Report &report);
  void addTo(const SearchResult &result, bool wholeSearch, Report &report);

private:
  bool isReached();
  void add(const CoverageReport &earlier);
  CoverageReport now();

  bool wanted_ = false, pairs_ = false, until_ = false, ended_ = false;
  uint64_t patience_ = 0;
  CoverageReport earlier_; ///< what was read; names of what is written
  CoverageReport before_;  ///< what this run covered before it was gone on with; its schedules
  uint64_t withoutMarks_ = 0, withoutPairs_ = 0; ///< the same
  ProgramPlaces places_;
  std::optional<Coverage> coverage_;
  std::string reached_;
};

/// Which of these options do not go with another, in one line; else "".
std::string wrongCoverage(const Options &options);

} // namespace xblock

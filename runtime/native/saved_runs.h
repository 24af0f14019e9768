//===- saved_runs.h - runs on real threads that outlive the process that starts them --------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --frontier and --resume, as for a search (start/saved_search.h): how many runs there were, and
// what failed. Written about once a second, as a failure is found, and where a bound or a signal
// ends the runs; by default only once they last two seconds. The runs of the last second before a
// kill are made again. A log that is named in it was written before.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"
#include "support/archive.h"
#include "support/frontier_linux.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xblock::native {

/// Unless --max-schedules or --time is given.
constexpr uint64_t kMostRuns = 1000;

/// All runs that fail in the same way.
struct FailingRuns {
  std::string how;           ///< as in a log
  std::string log, whyNoLog; ///< the file that replays the first of them, or why there is none
  std::string output;        ///< of the first of them
  uint64_t first = 0, count = 0;
  template <typename A> void archive(A &a) {
    io(a, how);
    io(a, log);
    io(a, whyNoLog);
    io(a, output);
    io(a, first);
    io(a, count);
  }
};

struct Runs {
  uint64_t done = 0, failing = 0;
  std::vector<FailingRuns> failures; ///< in the order found
  std::string out, error;            ///< what the first of them wrote
  template <typename A> void archive(A &a) {
    io(a, done);
    io(a, failing);
    io(a, failures);
    io(a, out);
    io(a, error);
  }
};

class SavedRuns {
public:
  /// Of the program that is called with these words. `how`: what else must be the same.
  SavedRuns(const Options &options, const std::vector<std::string> &words, const std::string &how);

  /// With --resume, the runs to go on from. One line if that cannot be, else "".
  std::string load(Runs &runs);
  /// After a run; `now`: at once, since it is not to be lost, if the runs are kept at all.
  void after(Runs &runs, bool now);
  /// The runs were interrupted: keeps them, and returns the command that goes on, or nothing, with
  /// one line in *why.
  std::optional<std::string> interrupted(Runs &runs, std::string *why);
  /// The runs ended. `left`: a bound ended them that the user gave.
  void end(Runs &runs, bool left);
  /// In the process of a run, which is not to have the file open.
  void leave() const;

private:
  using Clock = std::chrono::steady_clock;
  template <typename A>
  void ioIdentity(A &a, std::vector<std::string> &words, std::string &same,
                  std::vector<uint64_t> &digests);
  bool write(Runs &runs);

  const Options &options_;
  std::vector<std::string> program_, words_;
  std::string same_;
  bool named_;
  std::optional<FrontierFile> file_;
  bool written_ = false;
  std::string whyNot_;
  Clock::time_point due_ = Clock::now() + std::chrono::seconds(2);
};

} // namespace xblock::native

//===- estimate.h - how much of a search tree is left -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The schedules of a finished subtree are counted; one that is not begun is expected to have as many
// as those that branched off at the same depth had, or at the next depth below where some are
// finished. Until there are any, it counts as its siblings (Knuth, "Estimating the efficiency of
// backtrack programs", 1975). So what is left is exact where nothing is left to begin.
// Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/archive.h"

#include <cstddef>
#include <vector>

namespace xblock {

/// The mean of a number for each depth; where it is not known, that of the next depth where it is.
class Learned {
public:
  void add(size_t depth, double value) {
    if (depth >= sums_.size())
      sums_.resize(depth + 1);
    sums_[depth].sum += value;
    ++sums_[depth].count;
  }
  double mean(size_t depth, double otherwise) const {
    for (; depth < sums_.size(); ++depth)
      if (sums_[depth].count > 0)
        return sums_[depth].sum / sums_[depth].count;
    return otherwise;
  }
  /// Writes or reads what it has (support/archive.h).
  template <typename A> void archive(A &a) { io(a, sums_); }

private:
  struct Sum {
    double sum = 0, count = 0;
  };
  std::vector<Sum> sums_;
};

} // namespace xblock

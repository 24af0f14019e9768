//===- reversal.cpp - how the reversal of a race begins -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/reversal.h"

namespace xblock {

void Reversal::begin(size_t i, size_t k) {
  last_ = k;
  blocks_.clear();
  for (size_t step = i + 1; step < executed_.size(); ++step)
    if (step != k && !executed_.happensBefore(i, step))
      blocks_.push_back(step);
  blocks_.push_back(k);
}

size_t Reversal::firstOf(ThreadId t) const {
  return find([&](size_t at) { return thread(at) == t; });
}

size_t Reversal::before(size_t at) const {
  for (size_t k = at; k-- > 0;)
    if (isLast(at) ? executed_.needs(blocks_[k], last_)
                   : executed_.happensBefore(blocks_[k], blocks_[at]))
      return k;
  return npos;
}

} // namespace xblock

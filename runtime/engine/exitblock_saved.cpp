//===- exitblock_saved.cpp - the state of a search as bytes, and a search that goes on ---------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/exitblock.h"

#include "engine/saved.h"

namespace xblock {

template <typename A> void ExitBlockSearch::ioBranch(A &a, Branch &b) {
  io(a, b.threads.enabled);
  io(a, b.threads.delayed);
  io(a, b.threads.touched);
  io(a, b.threads.blocked);
  io(a, b.threads.waiting);
  io(a, b.threads.lastLocks);
  io(a, b.threads.outside);
  io(a, b.choices);
  io(a, b.ownsSnapshot);
  io(a, b.expected);
  io(a, b.begun);
  io(a, b.depth);
  io(a, b.footprints);
}

/// Between two paths, when what comes next is a branch.
template <typename A> void ExitBlockSearch::archive(A &a) {
  io(a, footprints_);
  io(a, taken_);
  io(a, learned_);
  io(a, needed_);
  height_ = ioSize(a, height_);
  while (stack_.size() < height_)
    stack_.emplace_back();
  for (size_t i = 0; i < height_; ++i)
    ioBranch(a, stack_[i]);
}

void ExitBlockSearch::save() {
  Writer out;
  io(out, progress_);
  if (rules_.refinement)
    io(out, *rules_.refinement);
  archive(out);
  Schedule schedule = progress_.trace().schedule();
  schedule.resize(height_ ? stack_[height_ - 1].depth : 0);
  io(out, schedule);
  progress_.tellSaved(out.bytes);
}

bool ExitBlockSearch::load(Reader &saved) {
  archive(saved);
  Schedule schedule;
  io(saved, schedule);
  loaded_ = true;
  size_t next = 0; // branch, of those from the bottom
  for (size_t depth = 0; next < height_; ++depth) {
    // Those of one state share its snapshot.
    if (stack_[next].depth == depth) {
      SnapshotId snapshot = world_.save();
      for (; next < height_ && stack_[next].depth == depth; ++next)
        stack_[next].snapshot = snapshot;
    }
    if (depth == schedule.size())
      break;
    const Step &step = schedule[depth];
    ran_.run(world_, step.thread, step.choices);
    if (!isSame(step, *ran_))
      return false;
    if (rules_.refinement)
      rules_.refinement->executed(step.thread, *ran_);
    progress_.appendAgain(step.thread, *ran_);
  }
  XBLOCK_CHECK(next == height_);
  return true;
}

} // namespace xblock

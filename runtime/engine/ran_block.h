//===- ran_block.h - what the block that was run last did ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A world that knows what a block does tells so in an outcome of its own (World::known()), which is only looked at. Most of it is never
// copied.
// Private memory; a search's own. What it refers to is valid until the next block runs.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/footprint.h"
#include "engine/world.h"

#include <span>
#include <utility>

namespace xblock {

class RanBlock {
public:
  RanBlock() = default;
  RanBlock(const RanBlock &) = delete;
  RanBlock &operator=(const RanBlock &) = delete;

  const Outcome *operator->() const { return last_; }
  const Outcome &operator*() const { return *last_; }

  /// The next block of t; its first decisions are `choices`.
  void run(World &world, ThreadId t, std::span<const uint16_t> choices) {
    last_ = choices.empty() ? world.known(t) : nullptr;
    if (last_)
      return;
    world.run(t, choices, own_);
    last_ = &own_;
    if (own_.ending == Ending::ProcessEnd)
      own_.data.setEverything();
  }

  /// To be changed.
  Outcome &own() {
    if (last_ != &own_) {
      own_.assign(*last_);
      last_ = &own_;
    }
    return own_;
  }

  /// Into `to` goes what it touched, which touched() then no longer tells.
  void take(Footprint &to) {
    if (last_ == &own_) {
      std::swap(to.data, own_.data);
      std::swap(to.sync, own_.sync);
    } else {
      to.data.assign(last_->data);
      to.sync.assign(last_->sync);
    }
  }
  FootprintView touched() const { return {last_->data, last_->sync}; }

private:
  Outcome own_;
  const Outcome *last_ = &own_;
};

} // namespace xblock

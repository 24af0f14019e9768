//===- saved.h - what a saved search knows of the schedule it was in ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// State of the program is not saved: the schedule is executed again, from the start, and snapshots are made on the way. What
// its blocks did is compared, so that a search never goes on in a program that does something else. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/archive.h"
#include "engine/footprint.h"

#include <cstdint>

namespace xblock {

/// A number that tells apart what blocks touched.
inline uint64_t digestOf(FootprintView touched) {
  uint64_t hash = 0;
  auto add = [&](uint64_t word) { hash = ((hash ^ word) * 0x9E3779B97F4A7C15ull) ^ (hash >> 29); };
  for (const AccessSet *set : {touched.data, touched.sync}) {
    add(set->everything() ? 1 : 2);
    for (const AccessEntry &e : set->entries()) {
      add(e.key);
      add(uint64_t{e.reads} << 8 | e.writes);
    }
  }
  return hash;
}

/// Whether the block took the same way as it did when it was step `step` of a schedule.
inline bool isSame(const Step &step, const Outcome &out) {
  return out.ending != Ending::Blocked && out.ending != Ending::Unsupported && out.cut == step.cut &&
         std::ranges::equal(out.decisions, step.choices, {}, &Decision::taken);
}

} // namespace xblock

//===- race_discipline.cpp - variables that no lock protects throughout -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_discipline.h"

#include <algorithm>
#include <bit>

namespace xblock {

void RaceDiscipline::access(ThreadId t, const RaceEvent &event, uint32_t lockset,
                            std::vector<RacePair> &found) {
  if (event.atomic)
    return;
  uint32_t number = numbers_.number(event.key);
  if (number == variables_.size())
    variables_.emplace_back();
  Variables &variables = variables_[number];
  RaceSide side{t, event.place, event.writes != 0, false, lockset};
  auto left = static_cast<uint8_t>(event.reads | event.writes);
  for (size_t i = 0, known = variables.used; i < known; ++i) {
    auto both = static_cast<uint8_t>(variables.all[i].bytes & left);
    if (!both)
      continue;
    left = static_cast<uint8_t>(left & ~both);
    note(variables, i);
    if (auto rest = static_cast<uint8_t>(variables.all[i].bytes & ~both)) {
      Variable apart = variables.all[i];
      apart.bytes = rest;
      add(variables, apart);
      variables.all[i].bytes = both;
    }
    Variable &variable = variables.all[i];
    if (!step(variable, side))
      continue;
    const RaceSide &other = variable.first.thread != t ? variable.first : variable.second;
    if (isNew(event.key, both, other.place, side.place))
      found.push_back({other, side, event.key, both});
  }
  if (left)
    add(variables, {left, State::Exclusive, RaceLocksets::kNone, side, {}});
}

/// The transitions of figure 2.1. True if the discipline is broken.
bool RaceDiscipline::step(Variable &variable, const RaceSide &side) {
  if (variable.state == State::Exclusive) {
    if (side.thread == variable.first.thread)
      return false;
    variable.state = State::Shared;
    variable.second = side;
    // All locks are candidates until now: the set held, less those that do not protect a write.
    variable.candidates = locksets_.intersect(side.lockset, side.lockset, side.writes);
  } else {
    variable.candidates = locksets_.intersect(variable.candidates, side.lockset, side.writes);
  }
  if (side.writes)
    variable.state = State::SharedModified;
  return variable.state == State::SharedModified && variable.candidates == RaceLocksets::kNone;
}

void RaceDiscipline::free(const RaceEvent &event) {
  auto reset = [&](uint32_t number) {
    if (number >= variables_.size() || variables_[number].used == 0)
      return;
    Variables &variables = variables_[number];
    for (size_t i = 0; i < variables.used; ++i)
      note(variables, i); // used as it is now, so that rollback() restores all
    variables.used = 0;
  };
  if (event.count <= numbers_.size()) {
    for (uint64_t key = event.key; key < event.key + event.count; ++key)
      reset(numbers_.find(key));
    return;
  }
  for (size_t i = 0; i < numbers_.size(); ++i)
    if (numbers_.keys()[i] - event.key < event.count)
      reset(static_cast<uint32_t>(i));
}

RaceDiscipline::Variable &RaceDiscipline::add(Variables &variables, const Variable &variable) {
  if (variables.used == variables.all.size())
    variables.all.emplace_back();
  note(variables, variables.used);
  return variables.all[variables.used++] = variable;
}

/// The variable is about to change, or to be added.
void RaceDiscipline::note(Variables &variables, size_t at) {
  log_.push_back({&variables, at, variables.used, variables.all[at]});
}

void RaceDiscipline::rollback(size_t mark) {
  for (; log_.size() > mark; log_.pop_back()) {
    const Change &change = log_.back();
    change.variables->all[change.at] = change.old;
    change.variables->used = change.usedBefore;
  }
}

bool RaceDiscipline::isNew(uint64_t key, uint8_t bytes, uint32_t place, uint32_t other) {
  uint64_t address = key * 8 + static_cast<uint64_t>(std::countr_zero(bytes));
  size_t toldBefore = told_.size(), pairsBefore = pairs_.size();
  bool fresh = told_.number(address) == toldBefore;
  uint64_t pair = uint64_t{std::min(place, other)} << 32 | std::max(place, other);
  return (pairs_.number(pair) == pairsBefore) && fresh;
}

} // namespace xblock

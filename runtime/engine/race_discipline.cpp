//===- race_discipline.cpp - variables that no lock protects throughout -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_discipline.h"

#include <algorithm>
#include <bit>
#include <span>

namespace xblock {

void RaceDiscipline::order(ThreadId t, const RaceEvent &event) {
  if (event.kind == RaceEvent::Kind::Create || event.kind == RaceEvent::Kind::Join)
    clocks_.apply(t, event);
}

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
    if (const RaceSide *other = step(variables.all[i], side);
        other && isNew(event.key, both, other->place, side.place))
      found.push_back({*other, side, event.key, both});
  }
  if (!left)
    return;
  Variable &fresh = add(variables, {.bytes = left});
  fresh.last = addAccessor({side, clocks_.epoch(t)});
}

uint32_t RaceDiscipline::addAccessor(const Accessor &accessor) {
  accessors_.push_back(accessor);
  return static_cast<uint32_t>(accessors_.size() - 1);
}

/// Of the accessors in the list, those that are not ordered before what t does now, t itself left
/// out: a list again. `oldest`: of them; `own`: t's, if it is among the accessors.
uint32_t RaceDiscipline::unordered(uint32_t list, ThreadId t, uint32_t &own, uint32_t &oldest) {
  if (list == kNobody)
    return kNobody;
  const Accessor now = accessors_[list];
  uint32_t before = unordered(now.next, t, own, oldest);
  if (now.first.thread == t) {
    own = list;
    return before;
  }
  std::span<const uint32_t> known = clocks_.known(t);
  if (index(now.first.thread) < known.size() && now.epoch <= known[index(now.first.thread)])
    return before;
  if (oldest == kNobody)
    oldest = list;
  return before == now.next ? list : addAccessor({now.first, now.epoch, before, now.candidates, now.modified});
}

/// Its owner goes on. Of one that was handed over each epoch counts for itself: whoever comes may have been created behind some.
void RaceDiscipline::goOn(Variable &variable, const RaceSide &side) {
  const Accessor before = accessors_[variable.last];
  const uint32_t epoch = clocks_.epoch(side.thread);
  const bool again = before.epoch == epoch;
  if (variable.state == State::Exclusive) {
    if (!again)
      variable.last = addAccessor({side, epoch});
    return;
  }
  Accessor now = again ? before : Accessor{side, epoch, variable.last};
  now.candidates = locksets_.intersect(again ? before.candidates : side.lockset, side.lockset, side.writes);
  now.modified = side.writes || (again && before.modified);
  if (!again || now.candidates != before.candidates || now.modified != before.modified)
    variable.last = addAccessor(now);
}

/// The transitions of figure 2.1, and handing over. The other access, if the discipline is broken.
const RaceSide *RaceDiscipline::step(Variable &variable, const RaceSide &side) {
  if (variable.state != State::Shared && accessors_[variable.last].first.thread == side.thread) {
    goOn(variable, side);
    return nullptr;
  }
  const uint32_t epoch = clocks_.epoch(side.thread);
  uint32_t own = kNobody, oldest = kNobody;
  const uint32_t others = unordered(variable.last, side.thread, own, oldest);
  if (others == kNobody) {
    variable.state = State::Handed;
    variable.last = addAccessor({side, epoch, kNobody, locksets_.intersect(side.lockset, side.lockset, side.writes), side.writes});
    return nullptr;
  }
  Accessor now{side, epoch, others};
  if (own != kNobody && accessors_[own].epoch == epoch)
    now.first = accessors_[own].first;
  if (own != variable.last || accessors_[own].epoch != epoch || accessors_[own].next != others)
    variable.last = addAccessor(now);
  if (variable.state != State::Shared) { // all locks are candidates until the first access that counts
    variable.candidates = side.lockset;
    variable.modified = false;
  }
  if (variable.state == State::Handed)
    for (uint32_t i = others; i != kNobody; i = accessors_[i].next) {
      variable.candidates = locksets_.intersect(variable.candidates, accessors_[i].candidates, false);
      variable.modified |= accessors_[i].modified;
    }
  variable.state = State::Shared;
  variable.candidates = locksets_.intersect(variable.candidates, side.lockset, side.writes);
  variable.modified |= side.writes;
  return variable.modified && variable.candidates == RaceLocksets::kNone ? &accessors_[oldest].first : nullptr;
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
  log_.push_back({&variables, at, variables.used, variables.all[at], accessors_.size()});
}

void RaceDiscipline::rollback(Mark mark) {
  clocks_.rollback(mark.clocks);
  for (; log_.size() > mark.log; log_.pop_back()) {
    const Change &change = log_.back();
    change.variables->all[change.at] = change.old;
    change.variables->used = change.usedBefore;
    accessors_.resize(change.accessors);
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

//===- race_accesses.cpp - accesses of the schedule being executed that nothing orders ----------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_accesses.h"

#include <algorithm>

namespace xblock {

/// Whether they are of one thread and place, and of one sort.
bool RaceAccesses::alike(const Access &a, const Access &b) {
  return a.thread == b.thread && a.place == b.place && a.atomic == b.atomic &&
         (a.writes != 0) == (b.writes != 0);
}

bool RaceAccesses::covers(const Access &fresh, const Access &old) {
  return (old.reads & ~fresh.reads) == 0 && (old.writes & ~fresh.writes) == 0;
}

void RaceAccesses::access(ThreadId t, const RaceEvent &event, uint32_t lockset, RaceClocks &clocks,
                          std::vector<RacePair> &found) {
  uint32_t number = numbers_.number(event.key);
  if (number == histories_.size())
    histories_.push_back(std::make_unique<History>());
  History &history = *histories_[number];
  Access fresh{t, clocks.epoch(t), event.place, lockset, event.reads, event.writes, event.atomic};
  size_t mine = 0, last = 0; // that are like it
  for (size_t i = 0; i < history.used; ++i) {
    const Access &other = history.all[i];
    if (other.thread == t) {
      if (alike(fresh, other)) {
        ++mine;
        last = i;
      }
      continue;
    }
    auto bytes = static_cast<uint8_t>((event.writes & (other.reads | other.writes)) |
                                      (event.reads & other.writes));
    if (!bytes || (event.atomic && other.atomic) || clocks.knows(t, other.thread, other.epoch) ||
        !isNew(event.place, other.place))
      continue;
    found.push_back({{other.thread, other.place, other.writes != 0, other.atomic, other.lockset},
                     {t, event.place, event.writes != 0, event.atomic, lockset},
                     event.key,
                     bytes});
  }
  if (mine == 0)
    append(history, fresh);
  else if (mine == 1 && covers(fresh, history.all[last]))
    replace(history, last, fresh);
  else
    keep(history, fresh);
}

/// Puts the access in the place of those that it stands for. Bytes of one epoch are put together.
void RaceAccesses::keep(History &history, const Access &access) {
  Access fresh = access;
  for (size_t i = 0; i < history.used; ++i)
    if (const Access &old = history.all[i]; alike(fresh, old) && old.epoch == fresh.epoch) {
      fresh.reads |= old.reads;
      fresh.writes |= old.writes;
    }
  constexpr size_t kNowhere = ~size_t{0};
  size_t at = kNowhere;
  for (size_t i = history.used; i-- > 0;) {
    if (!alike(fresh, history.all[i]) || !covers(fresh, history.all[i]))
      continue;
    if (at != kNowhere)
      remove(history, at);
    at = i;
  }
  if (at != kNowhere)
    replace(history, at, fresh);
  else
    append(history, fresh);
}

void RaceAccesses::replace(History &history, size_t at, const Access &fresh) {
  if (history.all[at] == fresh)
    return;
  log_.push_back({&history, at, What::Changed, history.all[at]});
  history.all[at] = fresh;
}

void RaceAccesses::append(History &history, const Access &fresh) {
  if (history.used == history.all.size())
    history.all.emplace_back();
  log_.push_back({&history, history.used, What::Added, {}});
  history.all[history.used++] = fresh;
}

void RaceAccesses::remove(History &history, size_t at) {
  log_.push_back({&history, at, What::Removed, history.all[at]});
  history.all[at] = history.all[--history.used];
}

void RaceAccesses::rollback(size_t mark) {
  for (; log_.size() > mark; log_.pop_back()) {
    const Change &change = log_.back();
    History &history = *change.history;
    switch (change.what) {
    case What::Added:
      --history.used;
      break;
    case What::Removed:
      history.all[history.used++] = history.all[change.at];
      history.all[change.at] = change.old;
      break;
    case What::Changed:
      history.all[change.at] = change.old;
      break;
    }
  }
}

bool RaceAccesses::isNew(uint32_t place, uint32_t other) {
  size_t known = pairs_.size();
  return pairs_.number(uint64_t{std::min(place, other)} << 32 | std::max(place, other)) == known;
}

} // namespace xblock

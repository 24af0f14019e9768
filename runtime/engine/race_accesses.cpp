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

inline void RaceAccesses::replace(uint32_t number, size_t at, const Access &fresh) {
  Access &old = histories_[number].all[at];
  if (old == fresh)
    return;
  newChange(number, at, What::Changed).old = old;
  old = fresh;
}

/// The only one of its thread, place and sort; null if there is none, or more than one.
[[gnu::always_inline]] inline const RaceAccesses::Access *RaceAccesses::findOnly(History &history, const Access &fresh) {
  uint8_t &hint = history.hints[((fresh.place + (index(fresh.thread) << 20)) * 0x9E3779B1u) >> kHintShift];
  const Access *all = history.all.data();
  if (!history.several && hint < history.used && alike(fresh, all[hint]))
    return all + hint;
  const Access *found = nullptr;
  for (const Access *a = all, *end = a + history.used; a != end; ++a) {
    if (!alike(fresh, *a))
      continue;
    history.several |= found != nullptr;
    found = history.several ? nullptr : a;
  }
  if (found && found - all <= UINT8_MAX)
    hint = static_cast<uint8_t>(found - all);
  return found;
}

void RaceAccesses::access(ThreadId t, const RaceEvent &event, uint32_t lockset, RaceClocks &clocks,
                          std::vector<RacePair> &found) {
  uint32_t number = numbers_.number(event.key);
  if (number == histories_.size())
    histories_.emplace_back();
  std::span<const uint32_t> known = clocks.known(t);
  const Access fresh{t, known[index(t)], event.place, lockset, event.reads, event.writes, event.atomic};
  History &history = histories_[number];
  Before before{comesBefore(history.last, t, known), true};
  if (!before.all) {
    before.writes = comesBefore(history.lastWrite, t, known);
    if (fresh.writes || !before.writes) {
      const Access copy = fresh; // itself it stays in registers
      before = findRaces(history, copy, event.key, known, found);
    }
  }
  const Last here = lastOf(t, fresh.epoch), last = before.all ? here : kUnordered;
  const Last lastWrite = !fresh.writes ? history.lastWrite : before.writes ? here : kUnordered;
  const size_t changes = log_.size();
  if (const Access *mine = findOnly(history, fresh); mine && covers(fresh, *mine)) {
    replace(number, static_cast<size_t>(mine - history.all.data()), fresh);
  } else if (!mine && !history.several) {
    const Access copy = fresh;
    append(number, copy);
  } else {
    history.several = true;
    const Access copy = fresh;
    keep(number, copy);
  }
  if (last == history.last && lastWrite == history.lastWrite)
    return;
  if (log_.size() == changes)
    newChange(number, 0, What::None);
  history.last = last;
  history.lastWrite = lastWrite;
}

RaceAccesses::Before RaceAccesses::findRaces(const History &history, const Access &fresh, uint64_t key, std::span<const uint32_t> known,
                             std::vector<RacePair> &found) {
  Before before{true, true};
  for (size_t i = 0; i < history.used; ++i) {
    const Access &other = history.all[i];
    if (comesBefore(other.thread, other.epoch, fresh.thread, known))
      continue;
    before.all = false;
    before.writes &= !other.writes;
    auto bytes = static_cast<uint8_t>((fresh.writes & (other.reads | other.writes)) | (fresh.reads & other.writes));
    if (!bytes || (fresh.atomic && other.atomic) || !isNew(fresh.place, other.place))
      continue;
    found.push_back({{other.thread, other.place, other.writes != 0, other.atomic, other.lockset},
                     {fresh.thread, fresh.place, fresh.writes != 0, fresh.atomic, fresh.lockset},
                     key,
                     bytes});
  }
  return before;
}

/// Puts the access in the place of those that it stands for. Bytes of one epoch are put together.
void RaceAccesses::keep(uint32_t number, const Access &access) {
  const History &history = histories_[number];
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
      remove(number, at);
    at = i;
  }
  if (at != kNowhere)
    replace(number, at, fresh);
  else
    append(number, fresh);
}

void RaceAccesses::append(uint32_t number, const Access &fresh) {
  History &history = histories_[number];
  if (history.used == history.all.size())
    history.all.emplace_back();
  newChange(number, history.used, What::Added);
  history.all[history.used++] = fresh;
}

void RaceAccesses::remove(uint32_t number, size_t at) {
  History &history = histories_[number];
  newChange(number, at, What::Removed).old = history.all[at];
  history.all[at] = history.all[--history.used];
}

void RaceAccesses::rollback(size_t mark) {
  for (; log_.size() > mark; log_.pop_back()) {
    const Change &change = log_.back();
    History &history = histories_[change.history];
    history.last = change.last;
    history.lastWrite = change.lastWrite;
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
    case What::None:
      break;
    }
  }
}

bool RaceAccesses::isNew(uint32_t place, uint32_t other) {
  size_t known = pairs_.size();
  return pairs_.number(uint64_t{std::min(place, other)} << 32 | std::max(place, other)) == known;
}

} // namespace xblock

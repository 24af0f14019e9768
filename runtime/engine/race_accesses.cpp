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
  log_.push_back({number, static_cast<uint32_t>(at), What::Changed, old});
  old = fresh;
}

void RaceAccesses::access(ThreadId t, const RaceEvent &event, uint32_t lockset, RaceClocks &clocks,
                          std::vector<RacePair> &found) {
  uint32_t number = numbers_.number(event.key);
  if (number == histories_.size())
    histories_.emplace_back();
  std::span<const uint32_t> known = clocks.known(t);
  Access fresh{t, known[index(t)], event.place, lockset, event.reads, event.writes, event.atomic};
  const History &history = histories_[number];
  const Access *mine = nullptr; // that is like it
  size_t likeIt = 0;
  bool unordered = false;
  for (const Access *a = history.all.data(), *end = a + history.used; a != end; ++a) {
    if (a->thread != t) {
      if ((fresh.writes & (a->reads | a->writes)) | (fresh.reads & a->writes))
        unordered |= index(a->thread) >= known.size() || a->epoch > known[index(a->thread)];
    } else if (alike(fresh, *a)) {
      ++likeIt;
      mine = a;
    }
  }
  if (unordered)
    findRaces(number, fresh, event.key, known, found);
  if (likeIt == 1 && covers(fresh, *mine))
    replace(number, static_cast<size_t>(mine - history.all.data()), fresh);
  else if (likeIt == 0)
    append(number, fresh);
  else
    keep(number, fresh);
}

/// Tells of the pairs that t's access makes with those that nothing orders before it.
void RaceAccesses::findRaces(uint32_t number, const Access &fresh, uint64_t key, std::span<const uint32_t> known,
                             std::vector<RacePair> &found) {
  const History &history = histories_[number];
  for (size_t i = 0; i < history.used; ++i) {
    const Access &other = history.all[i];
    if (other.thread == fresh.thread || (index(other.thread) < known.size() && other.epoch <= known[index(other.thread)]))
      continue;
    auto bytes = static_cast<uint8_t>((fresh.writes & (other.reads | other.writes)) | (fresh.reads & other.writes));
    if (!bytes || (fresh.atomic && other.atomic) || !isNew(fresh.place, other.place))
      continue;
    found.push_back({{other.thread, other.place, other.writes != 0, other.atomic, other.lockset},
                     {fresh.thread, fresh.place, fresh.writes != 0, fresh.atomic, fresh.lockset},
                     key,
                     bytes});
  }
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
  log_.push_back({number, static_cast<uint32_t>(history.used), What::Added, {}});
  history.all[history.used++] = fresh;
}

void RaceAccesses::remove(uint32_t number, size_t at) {
  History &history = histories_[number];
  log_.push_back({number, static_cast<uint32_t>(at), What::Removed, history.all[at]});
  history.all[at] = history.all[--history.used];
}

void RaceAccesses::rollback(size_t mark) {
  for (; log_.size() > mark; log_.pop_back()) {
    const Change &change = log_.back();
    History &history = histories_[change.history];
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

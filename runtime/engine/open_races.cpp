//===- open_races.cpp - races that the end of the schedule decides on ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/open_races.h"

namespace xblock {

void OpenRaces::push(size_t first, size_t second) {
  if (size_ == races_.size())
    races_.emplace_back();
  Race &race = races_[size_++];
  race.first = first;
  race.second = second;
  race.restart();
}

void OpenRaces::truncate(size_t size) {
  while (size_ > 0 && races_[size_ - 1].second >= size)
    --size_;
  shortest_ = std::min(shortest_, size);
}

void OpenRaces::update(Race &race) const {
  if (shortest_ < race.known) {
    while (!race.blocks.empty() && race.blocks.back() >= shortest_)
      race.blocks.pop_back();
    race.known = std::max(shortest_, race.first + 1);
  }
  for (; race.known < executed_.size(); ++race.known)
    if (race.known != race.second && !executed_.happensBefore(race.first, race.known))
      race.blocks.push_back(race.known);
}

} // namespace xblock

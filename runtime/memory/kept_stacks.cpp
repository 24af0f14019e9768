#include "memory/kept_stacks.h"

#include "memory/mapping_linux.h"

namespace xblock {

KeptStacks keptStacks;

bool KeptStacks::map() { return mapFixed(layout::kKeptStacks, layout::kKeptStacksSize); }

uint32_t KeptStacks::keep(std::span<const uint64_t> frames) {
  uint64_t hash = frames.size();
  for (uint64_t pc : frames)
    hash = (hash ^ pc) * 0x9e3779b97f4a7c15; // 2^64 over the golden ratio, as Fibonacci hashing does
  auto number = static_cast<uint32_t>(hash >> 32);
  number += number == 0;
  for (uint32_t slot = number % kSlots;; slot = (slot + 1) % kSlots) {
    uint32_t place = slots()[slot];
    if (!place)
      break;
    const Kept &kept = *at(place);
    if (kept.number != number)
      continue;
    uint32_t i = 0;
    while (i < frames.size() && i < kept.count && kept.frames[i] == frames[i])
      ++i;
    if (i == frames.size() && i == kept.count)
      return number;
    number += number == UINT32_MAX ? 2 : 1;
  }
  constexpr uint64_t kRoom = (layout::kKeptStacksSize - kSlots * sizeof(uint32_t)) / 8;
  if (count_ == kSlots / 2 || next_ + 1 + frames.size() > kRoom)
    return 0;
  uint32_t slot = number % kSlots;
  while (slots()[slot])
    slot = (slot + 1) % kSlots;
  ++count_;
  slots()[slot] = next_;
  Kept &kept = *at(next_);
  kept.number = number;
  kept.count = static_cast<uint32_t>(frames.size());
  for (uint32_t i = 0; i < frames.size(); ++i)
    kept.frames[i] = frames[i];
  next_ += 1 + static_cast<uint32_t>(frames.size());
  return number;
}

std::span<const uint64_t> KeptStacks::of(uint32_t number) const {
  if (number)
    for (uint32_t slot = number % kSlots; slots()[slot]; slot = (slot + 1) % kSlots)
      if (const Kept &kept = *at(slots()[slot]); kept.number == number)
        return {kept.frames, kept.count};
  return {};
}

} // namespace xblock

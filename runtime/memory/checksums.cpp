#include "memory/checksums.h"

#include "memory/undo_log.h"

#include <algorithm>

namespace xblock {

namespace {

/// Each step can be undone, so that bytes which differ in one word never have the same sum.
uint64_t mixed(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15ull;
  return sum ^ sum >> 32;
}

/// Whatever lies there: red zones of a sanitizer too.
__attribute__((no_sanitize("address"))) uint64_t sumOf(uint64_t low, uint64_t high) {
  uint64_t sum = high - low;
  for (; low < high && low % 8; ++low)
    sum = mixed(sum, *reinterpret_cast<const uint8_t *>(low));
  for (; high - low >= 8; low += 8)
    sum = mixed(sum, *reinterpret_cast<const uint64_t *>(low));
  for (; low < high; ++low)
    sum = mixed(sum, *reinterpret_cast<const uint8_t *>(low));
  return sum;
}

/// Where the part of a chunk ends that begins at low.
uint64_t endOfPart(uint64_t low, uint64_t high) { return std::min(high, (low | (kChunk - 1)) + 1); }

} // namespace

void Checksums::add(uint64_t low, uint64_t high) {
  ranges_.push_back({low, high});
  for (uint64_t end; low < high; low = end) {
    end = endOfPart(low, high);
    sums_.push_back(sumOf(low, end));
  }
}

std::optional<MemoryRange> Checksums::firstDifference() const {
  size_t i = 0;
  for (auto [low, high] : ranges_)
    for (uint64_t end; low < high; low = end) {
      end = endOfPart(low, high);
      if (sumOf(low, end) != sums_[i++])
        return MemoryRange{low, end};
    }
  return std::nullopt;
}

} // namespace xblock

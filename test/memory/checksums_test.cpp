// A changed byte is seen wherever it lies, and the chunk that it lies in is told.
#include "memory/checksums.h"
#include "memory/undo_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace xblock::test {
namespace {

alignas(kChunk) unsigned char bytes[5 * kChunk];
const auto kLow = reinterpret_cast<uint64_t>(bytes);

TEST(Checksums, TellsThePartOfTheChunkInWhichAnyOneByteChanged) {
  for (size_t i = 0; i < sizeof bytes; ++i)
    bytes[i] = static_cast<unsigned char>(i * 7);
  constexpr size_t kBegin = 13, kEnd = 4 * kChunk + 21; // neither is the limit of a chunk, or of a word
  Checksums sums;
  sums.add(kLow + kBegin, kLow + kEnd);
  EXPECT_FALSE(sums.firstDifference());
  for (size_t i = 0; i < sizeof bytes; ++i) {
    bytes[i] ^= 0x40;
    auto found = sums.firstDifference();
    ASSERT_EQ(found.has_value(), i >= kBegin && i < kEnd) << "byte " << i;
    if (found) {
      EXPECT_EQ(found->low, kLow + std::max(i & ~(kChunk - 1), kBegin));
      EXPECT_EQ(found->high, kLow + std::min((i | (kChunk - 1)) + 1, kEnd));
    }
    bytes[i] ^= 0x40;
  }
  EXPECT_FALSE(sums.firstDifference());
}

TEST(Checksums, TellsTheFirstOfSeveralInTheOrderOfTheRanges) {
  Checksums sums;
  sums.add(kLow + 2 * kChunk, kLow + 3 * kChunk);
  sums.add(kLow, kLow + kChunk);
  sums.add(kLow + kChunk, kLow + kChunk); // of no bytes
  ++bytes[0];
  EXPECT_EQ(sums.firstDifference()->low, kLow);
  ++bytes[2 * kChunk];
  EXPECT_EQ(sums.firstDifference()->low, kLow + 2 * kChunk);
}

TEST(Checksums, SeesWordsThatChangePlaces) {
  Checksums sums;
  bytes[0] = 1;
  bytes[8] = 2;
  sums.add(kLow, kLow + kChunk);
  std::swap(bytes[0], bytes[8]);
  EXPECT_TRUE(sums.firstDifference());
}

} // namespace
} // namespace xblock::test

#include "memory/tracked_heap.h"

#include "mapped.h"
#include "memory/undo_log.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <vector>

namespace xblock::test {
namespace {

class Heap : public testing::Test {
protected:
  void SetUp() override {
    mapOnce();
    start_ = undoLog.save();
  }
  void TearDown() override { undoLog.restore(start_); }
  LogPosition start_;
};

TEST_F(Heap, BlocksOfAllSizesAndAlignmentsAreApart) {
  std::mt19937 random(5);
  std::map<uint64_t, uint64_t> blocks; // begin, end
  for (int i = 0; i < 3000; ++i) {
    size_t n = random() % (i % 50 == 0 ? 300000 : 3000), alignment = size_t{16} << random() % 9;
    auto *p = static_cast<char *>(trackedHeap.allocate(random() % 3, n, alignment));
    ASSERT_TRUE(p && trackedHeap.contains(p));
    auto at = reinterpret_cast<uint64_t>(p);
    ASSERT_EQ(at % alignment, 0u);
    ASSERT_EQ(trackedHeap.sizeOf(p), n);
    auto next = blocks.upper_bound(at);
    ASSERT_TRUE(next == blocks.end() || at + n + 16 <= next->first); // its header lies before it
    ASSERT_TRUE(next == blocks.begin() || std::prev(next)->second <= at - 16);
    blocks[at] = at + n;
    memset(p, 0x5a, n);
  }
}

/// Frees `a` for the thread, then so much that it leaves the quarantine.
void freeForGood(uint32_t thread, void *a) {
  ASSERT_EQ(trackedHeap.free(thread, a), FreeResult::Ok);
  for (uint32_t i = 0; i < TrackedHeap::kQuarantineBlocks; ++i)
    ASSERT_EQ(trackedHeap.free(thread, trackedHeap.allocate(thread, 1)), FreeResult::Ok);
}

TEST_F(Heap, FreedMemoryIsUsedAgainByTheThreadThatFreed) {
  void *a = trackedHeap.allocate(1, 100);
  freeForGood(2, a);
  EXPECT_NE(trackedHeap.allocate(1, 100), a);
  EXPECT_EQ(trackedHeap.allocate(2, 100), a);
}

TEST_F(Heap, FreedMemoryWaitsBeforeItIsUsedAgain) {
  // Blocks of 4,080 bytes have room for 4,096, and a header of 32: 63 of them fit into the 256 KiB, so that the 64th that is
  // freed drives the first one out.
  constexpr unsigned kFit = TrackedHeap::kQuarantineBytes / (4096 + 32);
  static_assert(kFit == 63);
  std::vector<void *> blocks;
  for (unsigned i = 0; i <= kFit; ++i)
    blocks.push_back(trackedHeap.allocate(1, 4080));
  for (unsigned i = 0; i < kFit; ++i)
    ASSERT_EQ(trackedHeap.free(1, blocks[i]), FreeResult::Ok);
  void *fresh = trackedHeap.allocate(1, 4080);
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), fresh), 0);
  ASSERT_EQ(trackedHeap.free(1, blocks[kFit]), FreeResult::Ok);
  EXPECT_EQ(trackedHeap.allocate(1, 4080), blocks[0]);
}

TEST_F(Heap, TheNewestFreedBlockWaitsHoweverLarge) {
  void *a = trackedHeap.allocate(1, size_t{1} << 20);
  ASSERT_EQ(trackedHeap.free(1, a), FreeResult::Ok);
  EXPECT_NE(trackedHeap.allocate(1, size_t{1} << 20), a);
  ASSERT_EQ(trackedHeap.free(1, trackedHeap.allocate(1, 1)), FreeResult::Ok);
  EXPECT_EQ(trackedHeap.allocate(1, size_t{1} << 20), a);
}

TEST_F(Heap, QuarantineEndsBeforeMemoryDoes) {
  // A thread's own range has 8 MiB: 7 blocks of 1 MiB with their headers.
  std::vector<void *> blocks;
  for (int i = 0; i < 7; ++i)
    blocks.push_back(trackedHeap.allocate(1, (size_t{1} << 20) - 32));
  ASSERT_EQ(trackedHeap.free(1, blocks[3]), FreeResult::Ok);
  EXPECT_EQ(trackedHeap.allocate(1, (size_t{1} << 20) - 32), blocks[3]);
}

TEST_F(Heap, AddressesOfAThreadDoNotDependOnOthers) {
  auto sequence = [&](bool others) {
    LogPosition here = undoLog.save();
    std::mt19937 random(9);
    std::vector<void *> all, live;
    for (int i = 0; i < 500; ++i) {
      if (others)
        trackedHeap.allocate(3 + i % 2, 1 + i);
      if (!live.empty() && random() % 3 == 0) {
        trackedHeap.free(1, live.back());
        live.pop_back();
      } else {
        live.push_back(trackedHeap.allocate(1, random() % 500));
        all.push_back(live.back());
      }
    }
    undoLog.restore(here);
    return all;
  };
  EXPECT_EQ(sequence(false), sequence(true));
}

TEST_F(Heap, GoesBackWithASnapshot) {
  void *a = trackedHeap.allocate(1, 40), *b = trackedHeap.allocate(1, 40);
  freeForGood(1, b);
  trackedHeap.free(1, a);
  a = trackedHeap.allocate(1, 50);
  LogPosition here = undoLog.save();
  std::vector<void *> first, second;
  for (auto *addresses : {&first, &second}) {
    ASSERT_TRUE(trackedHeap.isLive(a));
    addresses->push_back(trackedHeap.allocate(1, 40));
    ASSERT_EQ(trackedHeap.free(1, a), FreeResult::Ok);
    for (size_t n : {40, 40, 5000, 70000})
      addresses->push_back(trackedHeap.allocate(1, n));
    undoLog.restore(here);
  }
  EXPECT_EQ(first, second);
  EXPECT_EQ(first[0], b);
}

TEST_F(Heap, TellsDoubleFreesAndWildFrees) {
  auto *a = static_cast<char *>(trackedHeap.allocate(1, 64));
  EXPECT_EQ(trackedHeap.free(1, a + 16), FreeResult::NotABlock);
  EXPECT_EQ(trackedHeap.free(1, a + 1), FreeResult::NotABlock);
  EXPECT_EQ(trackedHeap.free(1, a), FreeResult::Ok);
  EXPECT_EQ(trackedHeap.free(1, a), FreeResult::DoubleFree);
}

TEST_F(Heap, IsUsedUpByWhatIsTooLarge) {
  EXPECT_EQ(trackedHeap.allocate(1, layout::kHeapSize), nullptr);
  EXPECT_EQ(trackedHeap.allocate(1, ~size_t{0}), nullptr);
  EXPECT_EQ(trackedHeap.allocate(1, ~size_t{0} - 32, 4096), nullptr);
}

TEST_F(Heap, OverflowsIntoTheSharedRange) {
  // A thread's own range has 8 MiB.
  void *a = trackedHeap.allocate(1, size_t{7} << 20), *b = trackedHeap.allocate(1, size_t{7} << 20);
  ASSERT_TRUE(a && b);
  EXPECT_GT(reinterpret_cast<uint64_t>(b), layout::kHeap + (uint64_t{12} << 30) + (uint64_t{8} << 20) * layout::kMaxThreads - 1);
}

} // namespace
} // namespace xblock::test

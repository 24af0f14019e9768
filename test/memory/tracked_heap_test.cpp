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
  void TearDown() override { undoLog.restore(start_, spans_); }
  LogPosition start_;
  NoSpans spans_;
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

TEST_F(Heap, FreedMemoryIsUsedAgainByTheThreadThatFreed) {
  void *a = trackedHeap.allocate(1, 100);
  EXPECT_EQ(trackedHeap.free(2, a), FreeResult::Ok);
  EXPECT_NE(trackedHeap.allocate(1, 100), a);
  EXPECT_EQ(trackedHeap.allocate(2, 100), a);
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
    undoLog.restore(here, spans_);
    return all;
  };
  EXPECT_EQ(sequence(false), sequence(true));
}

TEST_F(Heap, GoesBackWithASnapshot) {
  void *a = trackedHeap.allocate(1, 40), *b = trackedHeap.allocate(1, 40);
  trackedHeap.free(1, b);
  LogPosition here = undoLog.save();
  std::vector<void *> first, second;
  for (auto *addresses : {&first, &second}) {
    ASSERT_TRUE(trackedHeap.isLive(a));
    addresses->push_back(trackedHeap.allocate(1, 40));
    ASSERT_EQ(trackedHeap.free(1, a), FreeResult::Ok);
    for (size_t n : {40, 40, 5000, 70000})
      addresses->push_back(trackedHeap.allocate(1, n));
    undoLog.restore(here, spans_);
  }
  EXPECT_EQ(first, second);
  EXPECT_EQ(first[0], b);
  EXPECT_EQ(first[1], a);
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

// Which accesses of the heap are right: the tracked heap against a model that knows each byte.
#include "memory/heap_shadow.h"

#include "mapped.h"
#include "memory/access_recorder.h"
#include "memory/kept_stacks.h"
#include "memory/tracked_heap.h"
#include "memory/undo_log.h"

#include <map>
#include <random>
#include <vector>

namespace xblock::test {
namespace {

class Shadow : public testing::Test {
protected:
  void SetUp() override {
    mapOnce();
    start_ = undoLog.save();
  }
  void TearDown() override { undoLog.restore(start_); }
  LogPosition start_;
};

/// Live blocks, by where they begin.
class Model {
public:
  void add(uint64_t begin, uint64_t size) { live_[begin] = size; }
  void remove(uint64_t begin) { live_.erase(begin); }
  bool allows(uint64_t at, uint64_t n) const {
    auto next = live_.upper_bound(at);
    return next != live_.begin() && at + n <= std::prev(next)->first + std::prev(next)->second;
  }
  const std::map<uint64_t, uint64_t> &live() const { return live_; }

private:
  std::map<uint64_t, uint64_t> live_;
};

bool allowed(uint64_t at, uint64_t n) {
  bool all = true;
  for (uint64_t end = at + n; at < end; at = (at | 7) + 1) {
    uint64_t last = std::min(end, (at | 7) + 1);
    all &= trackedHeap.allows(at & ~uint64_t{7}, static_cast<unsigned>(last - (at & ~uint64_t{7})));
  }
  return all;
}

uint64_t addressOf(const void *p) { return reinterpret_cast<uint64_t>(p); }

TEST_F(Shadow, AgreesWithAModelOfEachByteOverAllocationsFreesAndRestores) {
  std::mt19937_64 random(11);
  Model model, saved;
  LogPosition here = undoLog.save();
  for (int i = 0; i < 12000; ++i) {
    if (i % 3000 == 0) {
      undoLog.restore(here);
      model = saved;
    } else if (i % 3000 == 1500) {
      here = undoLog.save();
      saved = model;
    }
    auto thread = static_cast<uint32_t>(random() % 3);
    if (random() % 2 == 0 || model.live().empty()) {
      size_t n = random() % (i % 97 == 0 ? 200000 : i % 7 == 0 ? 5000 : 100);
      size_t alignment = random() % 4 == 0 ? size_t{16} << random() % 8 : 16;
      void *p = trackedHeap.allocate(thread, n, alignment, {BlockKind::Malloc, 0, 7});
      ASSERT_TRUE(p);
      model.add(addressOf(p), n);
    } else if (random() % 2 == 0) {
      auto block = std::next(model.live().begin(), static_cast<long>(random() % model.live().size()));
      uint64_t begin = block->first;
      ASSERT_EQ(trackedHeap.free(thread, reinterpret_cast<void *>(begin)), FreeResult::Ok);
      ASSERT_EQ(trackedHeap.free(thread, reinterpret_cast<void *>(begin)), FreeResult::DoubleFree);
      model.remove(begin);
    }
    for (int k = 0; k < 4 && !model.live().empty(); ++k) {
      auto [begin, size] = *std::next(model.live().begin(), static_cast<long>(random() % model.live().size()));
      uint64_t at = begin - 40 + random() % (size + 80), n = 1 + random() % 16;
      ASSERT_EQ(allowed(at, n), model.allows(at, n)) << at - begin << " of " << size << ", " << n << " bytes";
      ASSERT_EQ(trackedHeap.firstOutside(reinterpret_cast<void *>(at), n) == nullptr, model.allows(at, n));
      ASSERT_EQ(trackedHeap.liveBlockOf(begin + size / 2), begin);
    }
  }
  // A word that looks like the address where the heap begins: the byte before it, of no shadow, was looked at.
  for (uint64_t at : {layout::kHeap, layout::kHeap + 7, layout::kHeap + 8, layout::kHeap + layout::kHeapSize - 1})
    EXPECT_EQ(trackedHeap.liveBlockOf(at), 0u);
  uint64_t bytes = 0;
  std::map<uint64_t, uint64_t> found;
  trackedHeap.forEachLive(3, [&](const HeapBlock &b) { found[b.begin] = b.size; });
  for (auto [begin, size] : model.live())
    bytes += size;
  EXPECT_EQ(found, model.live());
  TrackedHeap::Live live = trackedHeap.live(3);
  EXPECT_EQ(live.blocks, static_cast<int64_t>(model.live().size()));
  EXPECT_EQ(live.bytes, static_cast<int64_t>(bytes));
}

TEST_F(Shadow, KnowsTheBlockNextToAnAddress) {
  for (size_t n : {size_t{0}, size_t{1}, size_t{40}, size_t{5000}, size_t{65536}, size_t{300000}}) {
    void *p = trackedHeap.allocate(1, n, 16, {BlockKind::New, 0, 42});
    void *behind = trackedHeap.allocate(1, 8);
    auto begin = addressOf(p);
    HeapBlock b;
    for (uint64_t at : {begin - 1, begin - 16, begin + n, begin + n + 7}) {
      ASSERT_TRUE(trackedHeap.nearest(at, b)) << n;
      EXPECT_EQ(b.begin, begin) << n << " at " << static_cast<int64_t>(at - begin);
      EXPECT_EQ(b.size, n);
      EXPECT_EQ(b.allocation.stack, 42u);
      EXPECT_TRUE(b.live);
    }
    trackedHeap.free(2, p, 43);
    ASSERT_TRUE(trackedHeap.nearest(begin + n / 2, b));
    EXPECT_EQ(b.begin, begin);
    EXPECT_FALSE(b.live);
    EXPECT_EQ(b.freedStack, 43u);
    EXPECT_EQ(b.freedBy, 2u);
    trackedHeap.free(1, behind);
  }
}

TEST_F(Shadow, ALargeBlockThatMovesInItsRoomLeavesNoHeaderBehind) {
  constexpr size_t kSize = 400000;
  auto *a = static_cast<char *>(trackedHeap.allocate(1, kSize, 4096));
  trackedHeap.free(1, a);
  trackedHeap.free(1, trackedHeap.allocate(1, 1)); // so that it leaves the quarantine
  auto *b = static_cast<char *>(trackedHeap.allocate(1, kSize + 4096)); // as much room as with what aligning takes
  ASSERT_LT(b, a);
  ASSERT_LT(a, b + kSize); // the same room
  EXPECT_EQ(trackedHeap.free(1, a), FreeResult::NotABlock);
  EXPECT_EQ(trackedHeap.firstOutside(b, kSize + 4096), nullptr);
  EXPECT_EQ(trackedHeap.firstOutside(b, kSize + 4097), b + kSize + 4096);
}

unsigned strays = 0;

TEST_F(Shadow, EachStrayAccessOfABlockIsToldAlsoAfterItsOwnFree) {
  accessRecorder.enable();
  accessRecorder.onStrayAccess([] { ++strays; });
  for (size_t n : {size_t{40}, size_t{70000}, size_t{2000000}}) {
    accessRecorder.begin();
    auto *p = static_cast<char *>(trackedHeap.allocate(1, n));
    strays = 0;
    accessRecorder.write(p, 8);
    accessRecorder.read(p + n - 4, 4);
    EXPECT_EQ(strays, 0u);
    accessRecorder.read(p + n - 4, 5);
    EXPECT_EQ(strays, 1u);
    accessRecorder.write(p - 1, 1);
    EXPECT_EQ(strays, 2u);
    trackedHeap.free(1, p);
    accessRecorder.forget(p, n);
    accessRecorder.write(p, 8);
    EXPECT_EQ(strays, 3u);
    accessRecorder.read(p + n - 4, 4);
    EXPECT_EQ(strays, 4u);
  }
  accessRecorder.onStrayAccess(nullptr);
}

TEST(KeptStacks, GiveBackWhatWasKeptByNumbersOfTheirFrames) {
  ASSERT_TRUE(keptStacks.map());
  std::mt19937_64 random(2);
  std::map<uint32_t, std::vector<uint64_t>> kept;
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint64_t> frames(random() % 20);
    for (uint64_t &pc : frames)
      pc = 0x400000 + random() % 64;
    uint32_t number = keptStacks.keep(frames);
    ASSERT_NE(number, 0u);
    ASSERT_EQ(keptStacks.keep(frames), number);
    auto [at, isNew] = kept.try_emplace(number, frames);
    ASSERT_EQ(at->second, frames); // no other stack has it
  }
  for (const auto &[number, frames] : kept) {
    auto back = keptStacks.of(number);
    ASSERT_TRUE(std::equal(back.begin(), back.end(), frames.begin(), frames.end()));
  }
  EXPECT_TRUE(keptStacks.of(0).empty());
}

} // namespace
} // namespace xblock::test

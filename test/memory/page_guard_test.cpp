// Guarded pages: what the undo log takes in may be written, anything else faults, or is seen to differ.
#include "memory/page_guard_linux.h"

#include "mapped.h"

#include <csetjmp>
#include <csignal>
#include <cstring>

namespace xblock::test {
namespace {

constexpr size_t kPage = 4096;
alignas(kPage) char pages[4 * kPage];
alignas(kPage) char shared[kPage]; // guarded from kPage / 2 on
char watched[64];

uint64_t at(const char *p) { return reinterpret_cast<uint64_t>(p); }

sigjmp_buf back;
void onFault(int) { siglongjmp(back, 1); }

bool faults(char *p) {
  struct sigaction action {}, before;
  action.sa_handler = onFault;
  sigaction(SIGSEGV, &action, &before);
  bool faulted = sigsetjmp(back, 1) != 0;
  if (!faulted)
    *const_cast<volatile char *>(p) = 7;
  sigaction(SIGSEGV, &before, nullptr);
  return faulted;
}

class PageGuardTest : public ::testing::Test {
protected:
  void SetUp() override {
    mapOnce();
    static bool guarded = false;
    if (!guarded) {
      ASSERT_TRUE(pageGuard.map());
      pageGuard.guard(at(pages), at(pages + sizeof pages));
      pageGuard.guard(at(shared + kPage / 2), at(shared + kPage));
      pageGuard.watch(at(watched), at(watched + sizeof watched));
    }
    guarded = true;
    begin();
  }
  void TearDown() override {
    pageGuard.suspect(0);
    undoLog.restore(position_);
    pageGuard.closeAll();
  }
  void begin() {
    pageGuard.closeAll();
    position_ = undoLog.save();
  }
  LogPosition position_;
};

TEST_F(PageGuardTest, WriteThatNobodyToldOfFaults) {
  EXPECT_TRUE(faults(&pages[0]));
  EXPECT_TRUE(pageGuard.isClosed(at(&pages[0])));
  EXPECT_TRUE(pageGuard.isGuarded(at(&pages[0])));
  EXPECT_FALSE(pageGuard.isClosed(at(watched)));
}

TEST_F(PageGuardTest, WriteThatTheLogTookInIsAllowedUntilPagesAreClosed) {
  undoLog.touch(&pages[10], 1);
  pages[10] = 1;
  EXPECT_EQ(pageGuard.unnoted(), std::nullopt);
  begin();
  EXPECT_TRUE(faults(&pages[10]));
}

TEST_F(PageGuardTest, OtherChunkOfAnOpenPageIsSeenToDiffer) {
  undoLog.touch(&pages[0], 1);
  pages[3 * kChunk + 5] = 1;
  auto part = pageGuard.unnoted();
  ASSERT_TRUE(part);
  EXPECT_EQ(part->low, at(&pages[3 * kChunk]));
  pages[3 * kChunk + 5] = 0;
}

TEST_F(PageGuardTest, ChunkThatIsLoggedAfterItWasWrittenIsSeenToDiffer) {
  undoLog.touch(&pages[0], 1);
  pages[3 * kChunk + 5] = 1;
  undoLog.touch(&pages[3 * kChunk], 1);
  ASSERT_TRUE(pageGuard.unnoted());
  pages[3 * kChunk + 5] = 0;
}

TEST_F(PageGuardTest, WriteToAChunkOnTheLogIsUndone) {
  undoLog.touch(&pages[0], 1);
  pages[1] = 5;
  EXPECT_EQ(pageGuard.unnoted(), std::nullopt);
  undoLog.restore(position_);
  EXPECT_EQ(pages[1], 0);
}

TEST_F(PageGuardTest, RestoreWritesToClosedPages) {
  undoLog.touch(&pages[kPage], 1);
  pages[kPage] = 5;
  pageGuard.closeAll();
  undoLog.restore(position_);
  EXPECT_EQ(pages[kPage], 0);
  pageGuard.closeAll();
  EXPECT_TRUE(faults(&pages[kPage]));
}

TEST_F(PageGuardTest, PagesOpenedTogetherAreClosedTogether) {
  undoLog.touch(pages, sizeof pages);
  memset(pages, 1, sizeof pages);
  EXPECT_EQ(pageGuard.unnoted(), std::nullopt);
  pageGuard.closeAll();
  for (size_t i = 0; i < 4; ++i)
    EXPECT_TRUE(faults(&pages[i * kPage]));
}

TEST_F(PageGuardTest, SharedPageIsComparedWhereItIsGuarded) {
  EXPECT_TRUE(pageGuard.isClosed(at(&shared[0])));
  EXPECT_FALSE(pageGuard.isGuarded(at(&shared[0])));
  pageGuard.share(at(&shared[0]));
  shared[0] = 1;
  EXPECT_EQ(pageGuard.unnoted(), std::nullopt);
  shared[kPage - 1] = 1;
  EXPECT_TRUE(pageGuard.unnoted());
  shared[kPage - 1] = 0;
}

TEST_F(PageGuardTest, WatchedBytesAreCompared) {
  EXPECT_EQ(pageGuard.unnoted(), std::nullopt);
  watched[3] = 1;
  ASSERT_TRUE(pageGuard.unnoted());
  EXPECT_EQ(pageGuard.unnoted()->high, std::min<uint64_t>(at(watched + sizeof watched), (at(watched) | (kChunk - 1)) + 1));
  watched[3] = 0;
}

TEST_F(PageGuardTest, StackThatRunsIsWritableAndTheOneBeforeIsNot) {
  pageGuard.run(at(&pages[kPage]), at(&pages[2 * kPage]));
  EXPECT_FALSE(faults(&pages[kPage]));
  pageGuard.run(at(&pages[2 * kPage]), at(&pages[3 * kPage]));
  EXPECT_TRUE(faults(&pages[kPage]));
  EXPECT_FALSE(faults(&pages[2 * kPage]));
  EXPECT_EQ(pageGuard.unnoted(), std::nullopt);
  pageGuard.run(at(&pages[3 * kPage]), at(&pages[4 * kPage]));
}

TEST_F(PageGuardTest, SuspectedPageFaultsThoughTheLogTookItIn) {
  pageGuard.suspect(at(&pages[5]));
  begin();
  undoLog.touch(&pages[0], 1);
  EXPECT_TRUE(faults(&pages[0]));
  EXPECT_TRUE(pageGuard.isSuspected(at(&pages[9])));
  pageGuard.stepOver(true);
  EXPECT_FALSE(faults(&pages[0]));
  pageGuard.stepOver(false);
  EXPECT_TRUE(faults(&pages[0]));
  pageGuard.stepOver(true);
}

} // namespace
} // namespace xblock::test

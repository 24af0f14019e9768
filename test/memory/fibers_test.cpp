// Fibers that begin and end, dig into their stacks by frames of any size, allocate (aligned, large, again for what grows or
// shrinks), write everywhere, also to a module that begins and ends within a chunk, and are switched away from in the middle,
// while the explorer saves, restores, discards and begins epochs without a snapshot at random: each restore is compared with
// copies of all memory, and each fiber checks that what it finds is what it left. XBLOCK_STRESS_SECONDS=N lets it go on for so
// long, XBLOCK_STRESS_SEED=N begins elsewhere.
#include "fiber/fiber.h"
#include "memory/mapping_linux.h"
#include "memory/tracked_heap.h"
#include "memory/undo_log.h"

#include "mapped.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace xblock::test {
namespace {

constexpr uint32_t kFibers = 10, kFirstFibers = 3, kLeastLive = 4;
constexpr uint64_t kStack = uint64_t{256} << 10;
constexpr unsigned kBytes = 16 * 1024, kBlocks = 64, kDeepest = 12, kMostSaved = 60;
constexpr unsigned kModuleBytes = 5000, kModuleAt = 200; ///< where it begins in its first chunk
constexpr size_t kFilled = 4096; ///< of a block, these first and last bytes at most

/// A block of the heap that any fiber may free: its first and last bytes are one.
struct Block {
  unsigned char *bytes;
  size_t size, alignment;
  unsigned char fill;

  size_t filled() const { return std::min(size, kFilled); }
  unsigned char *last() const { return bytes + size - filled(); }
};

// Tracked: whole chunks.
alignas(kChunk) char globals[kBytes];
alignas(kChunk) Block blocks[kBlocks];
alignas(kChunk) char *mailboxes[kFibers + kChunk / sizeof(char *)]; ///< bytes on the stack of that fiber that others write to
alignas(kChunk) char ended[kChunk];                                 ///< which fibers have
char *module; ///< bytes far from all these, in chunks of which it has the first and the last in part only

// Private.
std::mt19937 randomNumbers;
FiberContext explorer;
struct Extra {
  FiberContext context;
  uint64_t unused[3];
};
Extra fibers[kFibers];
uint32_t savedIn[kFibers]; ///< epoch
uint32_t current;
uint32_t begun;   ///< fibers: goes with a snapshot, as the number of a world's threads does
uint64_t wrong, switches, allocations, frees, words, reallocations, large, births, deaths, epochs;

unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(randomNumbers); }

template <typename T> void set(T &where, T value) {
  undoLog.touch(&where, sizeof where);
  where = value;
}

void pause() {
  ++switches;
  explorer = switchTo(explorer, nullptr).from;
}

void writeGlobals() {
  unsigned n = 1 + pick(pick(8) == 0 ? 900 : 16), at = pick(kBytes - n);
  undoLog.touch(globals + at, n);
  memset(globals + at, static_cast<int>(pick(256)), n);
}

void writeToModule() {
  unsigned n = 1 + pick(pick(8) == 0 ? 900 : 16), at = pick(kModuleBytes - n);
  undoLog.touch(module + at, n);
  memset(module + at, static_cast<int>(pick(256)), n);
}

void writeToAnother() {
  if (char *to = mailboxes[pick(kFibers)]) {
    to += pick(64);
    undoLog.touch(to, 1);
    *to = static_cast<char>(pick(256));
  }
}

size_t anySize() {
  switch (pick(40)) {
  case 0:
    return TrackedHeap::kLarge + pick(20000); // a room of its own
  case 1:
  case 2:
  case 3:
    return pick(9000);
  default:
    return pick(200);
  }
}

Block allocate(size_t size) {
  constexpr size_t kAlignments[] = {16, 32, 64, 256, 4096};
  size_t alignment = kAlignments[size >= TrackedHeap::kLarge || pick(5) == 0 ? pick(5) : 0];
  Block b{nullptr, size, alignment, static_cast<unsigned char>(pick(256))};
  b.bytes = static_cast<unsigned char *>(trackedHeap.allocate(current, size, alignment));
  wrong += reinterpret_cast<uint64_t>(b.bytes) % alignment != 0;
  ++allocations;
  large += size >= TrackedHeap::kLarge;
  return b;
}

void fill(const Block &b) {
  if (!b.size)
    return;
  for (unsigned char *part : {b.bytes, b.last()}) {
    undoLog.touch(part, b.filled());
    memset(part, b.fill, b.filled());
  }
}

void check(const Block &b) {
  wrong += !trackedHeap.isLive(b.bytes) || trackedHeap.sizeOf(b.bytes) != b.size;
  for (unsigned char *part : {b.bytes, b.last()})
    wrong += std::count(part, part + b.filled(), b.fill) != static_cast<std::ptrdiff_t>(b.filled());
}

void giveBack(const Block &b) {
  wrong += trackedHeap.free(current, b.bytes) != FreeResult::Ok;
  ++frees;
}

/// So much that the quarantine lets go of it, and blocks begin elsewhere in rooms that others had.
void churn() {
  for (unsigned n = 1 + pick(6); n; --n) {
    Block b = allocate(TrackedHeap::kLarge + 1 + pick(12000)); // all of one class
    fill(b);
    if (pick(2))
      pause();
    check(b);
    giveBack(b);
  }
}

/// Frees what the slot has, after a look at it, or puts another size in its place, as realloc does; or fills it.
void useHeap() {
  if (pick(40) == 0)
    return churn();
  Block &slot = blocks[pick(kBlocks)];
  Block old = slot;
  if (old.bytes)
    check(old);
  bool again = old.bytes && pick(4) == 0;
  if (old.bytes && !again) {
    giveBack(old);
    return set(slot, Block{});
  }
  Block fresh = allocate(anySize());
  if (again) {
    fresh.fill = old.fill;
    if (size_t kept = std::min(fresh.filled(), old.filled())) {
      undoLog.touch(fresh.bytes, kept);
      memcpy(fresh.bytes, old.bytes, kept);
    }
    giveBack(old);
    ++reallocations;
  }
  fill(fresh);
  set(slot, fresh);
}

/// A frame whose bytes only this fiber knows of, without hooks; it may be left for others anywhere.
__attribute__((noinline)) void dig(unsigned depth) {
  const unsigned size = pick(3) == 0 ? 1 + pick(6000) : 200;
  auto *mine = static_cast<volatile unsigned char *>(__builtin_alloca(size));
  char mailbox[64] = {};
  auto seed = static_cast<unsigned char>(pick(256));
  for (unsigned i = 0; i < size; ++i)
    mine[i] = static_cast<unsigned char>(seed + i);
  if (depth == 0)
    set(mailboxes[current], static_cast<char *>(mailbox));
  for (unsigned steps = 1 + pick(4); steps; --steps) {
    unsigned kind = pick(8);
    if (kind < 2)
      pick(2) ? writeGlobals() : writeToModule();
    else if (kind < 4)
      useHeap();
    else if (kind == 4)
      writeToAnother();
    else if (kind < 7 && depth < kDeepest)
      dig(depth + 1);
    else
      pause();
  }
  for (unsigned i = 0; i < size; ++i)
    wrong += mine[i] != static_cast<unsigned char>(seed + i);
  if (depth == 0)
    set(mailboxes[current], static_cast<char *>(nullptr));
}

uint32_t live() { return begun - static_cast<uint32_t>(std::count(ended, ended + begun, 1)); }

/// Digs until it ends: then it is switched to no more.
void digOften(Arrival arrival) {
  explorer = arrival.from;
  while (live() <= kLeastLive || pick(4)) {
    dig(0);
    pause();
  }
  set(ended[current], char{1});
  ++deaths;
  pause();
}

uint64_t topOf(uint32_t fiber) { return layout::kStacks + (fiber + 1) * kStack; }

/// Its first bytes, and where they are, are in no log, as in a world: before it runs for the first time they are saved as a
/// stack is, and where it is not there nobody looks at them.
void begin(uint32_t fiber) {
  fibers[fiber] = {};
  fibers[fiber].context = makeFiber(reinterpret_cast<void *>(topOf(fiber)), kStack, digOften);
}

uint32_t pickLive() {
  while (true)
    if (uint32_t fiber = pick(begun); !ended[fiber])
      return fiber;
}

void run(uint32_t fiber) {
  if (savedIn[fiber] != undoLog.epoch()) {
    savedIn[fiber] = undoLog.epoch();
    undoLog.pushSpan(reinterpret_cast<uint64_t>(fibers[fiber].context) & ~uint64_t{15}, topOf(fiber), &fibers[fiber]);
  }
  current = fiber;
  fibers[fiber].context = switchTo(fibers[fiber].context, nullptr).from;
}

/// From outside, words anywhere, some of them twice: of a fiber that waits, and of all.
void putWords() {
  uint32_t fiber = pickLive();
  unsigned n = 1 + pick(24);
  undoLog.beginWords(n, &fibers[fiber]);
  for (; n; --n, ++words) {
    char *at = mailboxes[fiber] && pick(2) ? mailboxes[fiber] + 7 + pick(48) : globals + pick(kBytes - 8);
    auto *word = reinterpret_cast<uint64_t *>(reinterpret_cast<uint64_t>(at) & ~uint64_t{7});
    undoLog.word(word);
    *word = randomNumbers();
  }
  undoLog.endWords(&fibers[fiber]);
}

/// All that counts of a state, in one piece.
std::vector<char> copyOfAll() {
  std::vector<char> all;
  auto add = [](void *to, uint64_t low, uint64_t high) {
    auto *copy = static_cast<std::vector<char> *>(to);
    copy->insert(copy->end(), reinterpret_cast<char *>(low), reinterpret_cast<char *>(high));
  };
  auto addArray = [&](auto &array) {
    add(&all, reinterpret_cast<uint64_t>(&array), reinterpret_cast<uint64_t>(&array) + sizeof array);
  };
  addArray(globals);
  addArray(blocks);
  addArray(mailboxes);
  addArray(ended);
  addArray(begun);
  add(&all, reinterpret_cast<uint64_t>(module), reinterpret_cast<uint64_t>(module) + kModuleBytes);
  for (uint32_t i = 0; i < begun; ++i)
    if (!ended[i]) {
      addArray(fibers[i]);
      add(&all, reinterpret_cast<uint64_t>(fibers[i].context), topOf(i));
    }
  trackedHeap.forEachUsed(kFibers, add, &all);
  return all;
}

struct Saved {
  LogPosition position;
  uint32_t begun;
  std::vector<char> copy;
};
Saved save() { return {undoLog.save(), begun, copyOfAll()}; }
void restore(const Saved &saved) {
  undoLog.restore(saved.position);
  begun = saved.begun;
}

TEST(Fibers, FindWhatTheyLeftAfterAnySavesRestoresAndDiscards) {
  mapOnce();
  ASSERT_TRUE(mapFixed(layout::kStacks, layout::kStacksSize));
  const char *seconds = getenv("XBLOCK_STRESS_SECONDS");
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds ? atoi(seconds) : 0);
  if (const char *seed = getenv("XBLOCK_STRESS_SEED"))
    randomNumbers.seed(static_cast<unsigned>(atoi(seed)));
  std::vector<char> elsewhere(kModuleAt + kModuleBytes + 2 * kChunk);
  module = elsewhere.data() + kChunk - reinterpret_cast<uint64_t>(elsewhere.data()) % kChunk + kModuleAt;
  uint64_t operations = 0, restores = 0, discards = 0, saves = 1;
  constexpr uint64_t kLeast = 50000;

  uint64_t empty = undoLog.bytes();
  while (begun < kFirstFibers)
    begin(begun++);
  std::vector<Saved> saved;
  saved.push_back(save());
  for (; operations < kLeast || (seconds && std::chrono::steady_clock::now() < end); ++operations) {
    unsigned kind = pick(20);
    if (kind < 3 && saved.size() < kMostSaved) {
      saved.push_back(save());
      ++saves;
    } else if (kind < 5) { // back to any snapshot; younger ones are gone
      saved.resize(1 + pick(static_cast<unsigned>(saved.size())));
      restore(saved.back());
      ++restores;
      ASSERT_TRUE(copyOfAll() == saved.back().copy) << "operation " << operations;
    } else if (kind == 5 && saved.size() > 1) {
      saved.pop_back(); // its entries stay for the older ones
      ++discards;
    } else if (kind == 6) {
      putWords();
    } else if (kind == 7) {
      if (pick(4) == 0 && begun < kFibers) {
        begin(begun++);
        ++births;
      } else {
        undoLog.save(); // no snapshot: an epoch
        ++epochs;
      }
    } else {
      run(pickLive());
      ASSERT_EQ(wrong, 0u) << "operation " << operations;
    }
  }
  restore(saved.front());
  EXPECT_TRUE(copyOfAll() == saved.front().copy);
  EXPECT_EQ(undoLog.bytes(), empty);
  // It did what it is for.
  EXPECT_GT(restores, 1000u);
  EXPECT_GT(discards, 500u);
  EXPECT_GT(allocations, 5000u);
  EXPECT_GT(frees, 2000u);
  EXPECT_GT(switches, 20000u);
  EXPECT_GT(words, 10000u);
  EXPECT_GT(reallocations, 500u);
  EXPECT_GT(large, 100u);
  EXPECT_GT(births, 100u);
  EXPECT_GT(deaths, 20u);
  EXPECT_GT(epochs, 500u);
  printf("%lu operations: %lu saves, %lu restores, %lu discards, %lu epochs, %lu allocations (%lu large, %lu of realloc), %lu frees, "
         "%lu switches, %lu words, %lu fibers begun, %lu ended\n",
         operations, saves, restores, discards, epochs, allocations, large, reallocations, frees, switches, words, births, deaths);
}

} // namespace
} // namespace xblock::test

// Fibers that dig into their stacks, allocate, write everywhere and are switched away from in the middle, while the explorer
// saves, restores and discards at random: each restore is compared with copies of all memory, and each fiber checks that what
// it finds is what it left. XBLOCK_STRESS_SECONDS=N lets it go on for so long.
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

constexpr uint32_t kFibers = 6;
constexpr uint64_t kStack = uint64_t{256} << 10;
constexpr unsigned kBytes = 16 * 1024, kBlocks = 64, kDeepest = 12, kMostSaved = 60;

/// A block of the heap that any fiber may free: filled with one byte.
struct Block {
  unsigned char *bytes;
  size_t size;
  unsigned char fill;
};

// Tracked: whole chunks.
alignas(kChunk) char globals[kBytes];
alignas(kChunk) Block blocks[kBlocks];
alignas(kChunk) char *mailboxes[kFibers + kChunk / sizeof(char *)]; ///< bytes on the stack of that fiber that others write to

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
uint64_t wrong, switches, allocations, frees, words;

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

void writeToAnother() {
  if (char *to = mailboxes[pick(kFibers)]) {
    to += pick(64);
    undoLog.touch(to, 1);
    *to = static_cast<char>(pick(256));
  }
}

/// Frees what the slot has, after a look at it, or fills it.
void useHeap() {
  Block &slot = blocks[pick(kBlocks)];
  if (!slot.bytes) {
    size_t size = 1 + pick(pick(10) == 0 ? 9000 : 200);
    auto *p = static_cast<unsigned char *>(trackedHeap.allocate(current, size, pick(5) == 0 ? 64 : 16));
    auto fill = static_cast<unsigned char>(pick(256));
    ++allocations;
    undoLog.touch(p, size);
    memset(p, fill, size);
    return set(slot, Block{p, size, fill});
  }
  wrong += !trackedHeap.isLive(slot.bytes) || trackedHeap.sizeOf(slot.bytes) != slot.size;
  wrong += std::count(slot.bytes, slot.bytes + slot.size, slot.fill) != static_cast<std::ptrdiff_t>(slot.size);
  wrong += trackedHeap.free(current, slot.bytes) != FreeResult::Ok;
  ++frees;
  set(slot, Block{});
}

/// A frame whose bytes only this fiber knows of, without hooks; it may be left for others anywhere.
__attribute__((noinline)) void dig(unsigned depth) {
  volatile unsigned char mine[200];
  char mailbox[64] = {};
  auto seed = static_cast<unsigned char>(pick(256));
  for (unsigned i = 0; i < sizeof mine; ++i)
    mine[i] = static_cast<unsigned char>(seed + i);
  if (depth == 0)
    set(mailboxes[current], static_cast<char *>(mailbox));
  for (unsigned steps = 1 + pick(4); steps; --steps) {
    unsigned kind = pick(8);
    if (kind < 2)
      writeGlobals();
    else if (kind < 4)
      useHeap();
    else if (kind == 4)
      writeToAnother();
    else if (kind < 7 && depth < kDeepest)
      dig(depth + 1);
    else
      pause();
  }
  for (unsigned i = 0; i < sizeof mine; ++i)
    wrong += mine[i] != static_cast<unsigned char>(seed + i);
  if (depth == 0)
    set(mailboxes[current], static_cast<char *>(nullptr));
}

void digForEver(Arrival arrival) {
  explorer = arrival.from;
  while (true) {
    dig(0);
    pause();
  }
}

uint64_t topOf(uint32_t fiber) { return layout::kStacks + (fiber + 1) * kStack; }

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
  uint32_t fiber = pick(kFibers);
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
  addArray(fibers);
  for (uint32_t i = 0; i < kFibers; ++i)
    add(&all, reinterpret_cast<uint64_t>(fibers[i].context), topOf(i));
  trackedHeap.forEachUsed(kFibers, add, &all);
  return all;
}

struct Saved {
  LogPosition position;
  std::vector<char> copy;
};

TEST(Fibers, FindWhatTheyLeftAfterAnySavesRestoresAndDiscards) {
  mapOnce();
  ASSERT_TRUE(mapFixed(layout::kStacks, layout::kStacksSize));
  const char *seconds = getenv("XBLOCK_STRESS_SECONDS");
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds ? atoi(seconds) : 0);
  uint64_t operations = 0, restores = 0, discards = 0, saves = 1;
  constexpr uint64_t kLeast = 33000;

  uint64_t empty = undoLog.bytes();
  for (uint32_t i = 0; i < kFibers; ++i)
    fibers[i].context = makeFiber(reinterpret_cast<void *>(topOf(i)), kStack, digForEver);
  std::vector<Saved> saved;
  saved.push_back({undoLog.save(), copyOfAll()});
  for (; operations < kLeast || (seconds && std::chrono::steady_clock::now() < end); ++operations) {
    unsigned kind = pick(20);
    if (kind < 3 && saved.size() < kMostSaved) {
      saved.push_back({undoLog.save(), copyOfAll()});
      ++saves;
    } else if (kind < 5) { // back to any snapshot; younger ones are gone
      saved.resize(1 + pick(static_cast<unsigned>(saved.size())));
      undoLog.restore(saved.back().position);
      ++restores;
      ASSERT_TRUE(copyOfAll() == saved.back().copy) << "operation " << operations;
    } else if (kind == 5 && saved.size() > 1) {
      saved.pop_back(); // its entries stay for the older ones
      ++discards;
    } else if (kind == 6) {
      putWords();
    } else {
      run(pick(kFibers));
      ASSERT_EQ(wrong, 0u) << "operation " << operations;
    }
  }
  undoLog.restore(saved.front().position);
  EXPECT_TRUE(copyOfAll() == saved.front().copy);
  EXPECT_EQ(undoLog.bytes(), empty);
  // It did what it is for.
  EXPECT_GT(restores, 1000u);
  EXPECT_GT(discards, 500u);
  EXPECT_GT(allocations, 5000u);
  EXPECT_GT(frees, 2000u);
  EXPECT_GT(switches, 20000u);
  EXPECT_GT(words, 10000u);
  printf("%lu operations: %lu saves, %lu restores, %lu discards, %lu allocations, %lu frees, %lu switches, %lu words\n", operations,
         saves, restores, discards, allocations, frees, switches, words);
}

} // namespace
} // namespace xblock::test

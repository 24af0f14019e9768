// Bytes before equal bytes after: random writes, saves, restores and discards against plain copies.
#include "memory/undo_log.h"

#include "mapped.h"
#include "memory/fixups.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

namespace xblock::test {
namespace {

// Whole chunks each: what else lies in a chunk goes back with it.
constexpr size_t kBytes = 64 * 1024;
alignas(kChunk) char globals[kBytes];
alignas(kChunk) thread_local char locals[kBytes / 4];

/// A stack whose live part [low, kBytes) changes without touch, but is pushed before it does.
alignas(kChunk) char stack[kBytes];

/// What goes with it.
struct Extra {
  uint64_t low = 0; // of the live part, as a fiber's context would be
  uint64_t rest[3] = {};
};
static_assert(sizeof(Extra) == kExtra);

/// All memory of the test, and what it should be.
class Machine {
public:
  explicit Machine(unsigned seed) : random_(seed), heap_(new (std::align_val_t{kChunk}) Block()) {
    memset(globals, 1, kBytes);
    memset(locals, 2, sizeof locals);
    memset(stack, 3, kBytes);
    extra_.low = kBytes - 256;
  }

  void writeSomewhere() {
    char *regions[] = {globals, locals, heap_->bytes};
    size_t sizes[] = {kBytes, sizeof locals, kBytes};
    unsigned r = pick(3);
    size_t n = 1 + pick(pick(8) == 0 ? 2000 : 16);
    size_t at = pick(static_cast<unsigned>(sizes[r] - n));
    undoLog.touch(regions[r] + at, n);
    for (size_t i = 0; i < n; ++i)
      regions[r][at + i] = static_cast<char>(random_());
  }

  void runOnStack() {
    if (stackEpoch_ != undoLog.epoch()) {
      auto base = reinterpret_cast<uint64_t>(stack);
      undoLog.pushSpan(base + extra_.low, base + kBytes, &extra_);
      stackEpoch_ = undoLog.epoch();
    }
    extra_.low = 16 * (pick(kBytes / 16 - 64));
    for (size_t i = extra_.low; i < kBytes; i += 1 + pick(64))
      stack[i] = static_cast<char>(random_());
  }

  /// Another thread writes into the live part, with a hook.
  void writeToStack() {
    size_t at = extra_.low + pick(static_cast<unsigned>(kBytes - extra_.low));
    undoLog.touch(stack + at, 1);
    stack[at] = static_cast<char>(random_());
  }

  struct Copy {
    std::vector<char> bytes;
    uint64_t low;
    bool operator==(const Copy &) const = default;
  };
  Copy copy() const {
    Copy c{{}, extra_.low};
    c.bytes.insert(c.bytes.end(), globals, globals + kBytes);
    c.bytes.insert(c.bytes.end(), locals, locals + sizeof locals);
    c.bytes.insert(c.bytes.end(), heap_->bytes, heap_->bytes + kBytes);
    c.bytes.insert(c.bytes.end(), stack + extra_.low, stack + kBytes); // below is dead
    return c;
  }

  unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  /// The stack belongs to whoever saved last.
  void stackChanged() { stackEpoch_ = 0; }

private:
  std::mt19937 random_;
  struct alignas(kChunk) Block {
    char bytes[kBytes] = {};
  };
  std::unique_ptr<Block> heap_;
  Extra extra_;
  uint32_t stackEpoch_ = 0;
};

class UndoLogFuzz : public testing::TestWithParam<unsigned> {};

TEST_P(UndoLogFuzz, BytesBeforeASnapshotAreBytesAfterItsRestore) {
  mapOnce();
  Machine machine(GetParam());
  struct Saved {
    LogPosition position;
    Machine::Copy copy;
  };
  std::vector<Saved> saved;
  uint64_t empty = undoLog.bytes();
  saved.push_back({undoLog.save(), machine.copy()});
  for (int i = 0; i < 4000; ++i) {
    switch (machine.pick(10)) {
    case 0:
    case 1:
      if (saved.size() < 200)
        saved.push_back({undoLog.save(), machine.copy()});
      break;
    case 2: { // back to any snapshot; younger ones are gone
      saved.resize(1 + machine.pick(static_cast<unsigned>(saved.size())));
      undoLog.restore(saved.back().position);
      ASSERT_TRUE(machine.copy() == saved.back().copy) << "operation " << i;
      break;
    }
    case 3: // discard: the entries stay for the older ones
      if (saved.size() > 1)
        saved.pop_back();
      break;
    case 4:
      machine.writeToStack();
      break;
    case 5:
      machine.runOnStack();
      break;
    default:
      machine.writeSomewhere();
    }
  }
  undoLog.restore(saved.front().position);
  EXPECT_TRUE(machine.copy() == saved.front().copy);
  EXPECT_EQ(undoLog.bytes(), empty);
}

INSTANTIATE_TEST_SUITE_P(Seeds, UndoLogFuzz, testing::Range(1u, 9u));

TEST(UndoLog, CopiesAChunkOnceAnEpoch) {
  mapOnce();
  LogPosition at = undoLog.save();
  uint64_t before = undoLog.bytes();
  auto *chunk = reinterpret_cast<char *>((reinterpret_cast<uint64_t>(globals) + kChunk - 1) & ~(kChunk - 1));
  undoLog.touch(chunk, 1);
  undoLog.touch(chunk + kChunk - 1, 1);
  EXPECT_EQ(undoLog.bytes() - before, kChunk + 32); // the chunk and its header of 32 bytes
  undoLog.touch(chunk + kChunk - 1, 2);             // two chunks, one of them new
  EXPECT_EQ(undoLog.bytes() - before, 2 * (kChunk + 32));
  undoLog.restore(at);
  EXPECT_EQ(undoLog.bytes(), before);
}

/// As the world's handler does.
void goOnWhereTheLogExpects(int, siginfo_t *, void *context) {
  auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  uint64_t landing = goesOnAt(static_cast<uint64_t>(registers[REG_RIP]));
  if (!landing)
    abort();
  registers[REG_RIP] = static_cast<long long>(landing);
}

TEST(UndoLog, LeavesChunksThatCannotBeWrittenAsTheyAre) {
  mapOnce();
  constexpr size_t kPage = 4096;
  auto *pages = static_cast<char *>(mmap(nullptr, 3 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  memset(pages, 1, 3 * kPage);
  mprotect(pages + kPage, kPage, PROT_READ);
  mprotect(pages + 2 * kPage, kPage, PROT_NONE);
  struct sigaction action {}, before;
  action.sa_sigaction = goOnWhereTheLogExpects;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  LogPosition at = undoLog.save();
  undoLog.touch(pages + kPage - 300, kPage + 600); // a write of all these faults at the second page, behind some bytes
  memset(pages + kPage - 300, 2, 300);
  undoLog.restore(at);
  sigaction(SIGSEGV, &before, nullptr);
  EXPECT_EQ(std::count(pages, pages + 2 * kPage, 1), static_cast<std::ptrdiff_t>(2 * kPage));
  munmap(pages, 3 * kPage);
}

} // namespace
} // namespace xblock::test

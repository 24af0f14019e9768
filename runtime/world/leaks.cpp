#include "world/leaks.h"

#include "memory/tracked_heap.h"
#include "world/heap_errors.h"
#include "world/modules_linux.h"
#include "world/process_world.h"
#include "world/running.h"

#include <algorithm>
#include <cstring>
#include <cxxabi.h>
#include <map>
#include <malloc.h>

namespace xblock {

void (*tellKept)(void (*tell)(void *to, const void *p), void *to) = nullptr;

namespace {

/// Bytes that are looked at at the end of every schedule, in some 3 us.
constexpr uint64_t kAlways = uint64_t{32} << 10;

uint64_t libraryBlocks() { return layout::kLibraryBlocks; }
uint64_t *firstLibraryBlock() { return reinterpret_cast<uint64_t *>(libraryBlocks()); }
uint64_t libraryBlockCount = 0;
constexpr uint64_t kMostLibraryBlocks = layout::kLibraryBlocksSize / sizeof(uint64_t);

/// Blocks that can be reached.
class Marker {
public:
  explicit Marker(int64_t wanted) : mark_(++lastMark), wanted_(wanted) {}
  /// Whether all that there are were reached.
  bool done() const { return reached_ == wanted_; }
  bool reached(uint64_t block) const { return *markOf(block) == mark_; }

  void word(uint64_t w) {
    if (w - layout::kHeap >= layout::kHeapSize)
      return;
    uint64_t begin = trackedHeap.liveBlockOf(w);
    if (!begin || reached(begin))
      return;
    *markOf(begin) = mark_;
    HeapBlock block;
    trackedHeap.blockAt(reinterpret_cast<void *>(begin), block);
    reached_ += block.allocation.kind != BlockKind::Runtime;
    work_.push_back({begin, begin + block.size});
  }
  void range(uint64_t low, uint64_t high) {
    for (low = (low + 7) & ~uint64_t{7}; low + 8 <= high; low += 8)
      word(*reinterpret_cast<const uint64_t *>(low));
  }
  void follow() {
    while (!work_.empty() && !done()) {
      auto [low, high] = work_.back();
      work_.pop_back();
      range(low, high);
    }
  }

private:
  /// Blocks are 48 bytes apart at least.
  static uint32_t *markOf(uint64_t block) {
    return reinterpret_cast<uint32_t *>(layout::kHeapMarks) + (block - layout::kHeap) / 32;
  }
  static uint32_t lastMark;
  struct Span {
    uint64_t low, high;
  };
  uint32_t mark_;
  int64_t wanted_, reached_ = 0;
  std::vector<Span> work_;
};
uint32_t Marker::lastMark = 0;

template <typename T> void markPointer(Marker &marker, T *p) { marker.word(reinterpret_cast<uint64_t>(p)); }

void markThread(Marker &marker, ThreadId id, uint64_t stack) {
  const ThreadState &t = threadOf(id);
  if (!t.life.joined() && !t.life.detached())
    markPointer(marker, t.result);
  if (t.life.ended())
    return;
  markPointer(marker, t.argument);
  markPointer(marker, t.startArgument);
  markPointer(marker, t.atExit);
  for (void *value : t.keys)
    markPointer(marker, value);
  marker.range(stack, t.stackTop);
  if (t.locals)
    marker.word(t.locals);
}

void markThreads(Marker &marker, Left how) {
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    ThreadId id{i};
    if (id == running.thread)
      continue;
    if (!threadOf(id).life.ended())
      markPointer(marker, fiberTable[i].caughtExceptions);
    markThread(marker, id, reinterpret_cast<uint64_t>(fiberTable[i].context));
  }
  if (how == Left::Ended)
    return;
  bool calling = how == Left::Calling;
  markPointer(marker, *reinterpret_cast<void **>(abi::__cxa_get_globals()));
  for (unsigned i = 0; i < 6 && calling; ++i)
    marker.word(xblockLoopState[i]);
  markThread(marker, running.thread, calling ? xblockLoopState[6] : threadOf(running.thread).stackTop);
}

void markLibraries(Marker &marker) {
  for (const DataSpan &span : libraryData())
    marker.range(span.low, span.high);
  for (uint64_t i = 0; i < libraryBlockCount; ++i) {
    uint64_t block = firstLibraryBlock()[i];
    marker.range(block, block + malloc_usable_size(reinterpret_cast<void *>(block)));
  }
}

std::vector<uint64_t> lostBefore; // sorted

bool isLost(const Marker &reached, const HeapBlock &b) {
  return b.allocation.kind != BlockKind::Runtime && !reached.reached(b.begin);
}

/// The blocks that were not reached, by the stack that allocated them: those that no other of them points to, or all if
/// each is pointed to.
std::vector<Leak> leaksBut(const Marker &reached) {
  std::vector<HeapBlock> lost;
  trackedHeap.forEachLive(scalars.arenas, [&](const HeapBlock &b) {
    if (isLost(reached, b) && !std::ranges::binary_search(lostBefore, b.begin))
      lost.push_back(b);
  });
  Marker within(-1);
  for (const HeapBlock &b : lost)
    for (uint64_t at = (b.begin + 7) & ~uint64_t{7}; at + 8 <= b.begin + b.size; at += 8)
      if (uint64_t to = *reinterpret_cast<const uint64_t *>(at); to - b.begin >= b.size)
        within.word(to);
  std::map<uint32_t, Leak> byStack;
  auto add = [&](bool all) {
    for (const HeapBlock &b : lost) {
      if (!all && within.reached(b.begin))
        continue;
      Leak &leak = byStack.try_emplace(b.allocation.stack, Leak{b, 0, 0}).first->second;
      ++leak.blocks;
      leak.bytes += b.size;
    }
  };
  add(false);
  if (byStack.empty())
    add(true);
  std::vector<Leak> leaks;
  for (const auto &[stack, leak] : byStack)
    leaks.push_back(leak);
  std::sort(leaks.begin(), leaks.end(), [](const Leak &a, const Leak &b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.block.begin < b.block.begin;
  });
  return leaks;
}

/// --leaks=auto: whether this schedule is not looked at.
bool isTooMuch(const TrackedHeap::Live &live) {
  uint64_t bytes = static_cast<uint64_t>(live.bytes);
  for (const DataSpan &span : programData())
    bytes += span.high - span.low;
  if (running.leaks == Leaks::Always || bytes <= kAlways || running.replaying)
    return false;
  if (!running.leaksLookedFor) {
    running.leaksLookedFor = true;
    return false;
  }
  running.leaksSkipped = true;
  return true;
}

/// Marks all that is reached.
void reach(Marker &marker, Left how) {
  for (const DataSpan &span : programData())
    marker.range(span.low, span.high);
  markThreads(marker, how);
  forEachAdopted([](void *to, uint64_t low, uint64_t high) { static_cast<Marker *>(to)->range(low, high); }, &marker);
  if (tellKept)
    tellKept([](void *to, const void *p) { markPointer(*static_cast<Marker *>(to), p); }, &marker);
  marker.follow();
  if (!marker.done()) {
    markLibraries(marker);
    marker.follow();
  }
}

} // namespace

void noteLostBefore() {
  lostBefore.clear();
  if (running.leaks == Leaks::Never)
    return;
  Marker marker(trackedHeap.live(scalars.arenas).blocks);
  reach(marker, Left::Calling);
  if (!marker.done())
    trackedHeap.forEachLive(scalars.arenas, [&](const HeapBlock &b) {
      if (isLost(marker, b))
        lostBefore.push_back(b.begin);
    });
  std::ranges::sort(lostBefore);
}

void checkLeaks(Left how) {
  if (running.leaks == Leaks::Never || !running.onFiber)
    return;
  TrackedHeap::Live live = trackedHeap.live(scalars.arenas);
  if (live.blocks <= 0)
    return;
  RuntimeScope scope;
  if (isTooMuch(live))
    return;
  Marker marker(live.blocks);
  reach(marker, how);
  if (marker.done())
    return;
  std::vector<Leak> leaks = leaksBut(marker);
  if (!leaks.empty())
    failLeaks(leaks);
}

void noteLibraryBlock(const void *p) {
  if (!p || libraryBlockCount == kMostLibraryBlocks)
    return;
  uint64_t *begin = firstLibraryBlock(), *end = begin + libraryBlockCount;
  uint64_t *at = std::lower_bound(begin, end, reinterpret_cast<uint64_t>(p));
  memmove(at + 1, at, static_cast<size_t>(end - at) * sizeof *at);
  *at = reinterpret_cast<uint64_t>(p);
  ++libraryBlockCount;
}

bool forgetLibraryBlock(const void *p) {
  uint64_t *begin = firstLibraryBlock(), *end = begin + libraryBlockCount;
  uint64_t *at = std::lower_bound(begin, end, reinterpret_cast<uint64_t>(p));
  if (at == end || *at != reinterpret_cast<uint64_t>(p))
    return false;
  memmove(at, at + 1, static_cast<size_t>(end - at - 1) * sizeof *at);
  --libraryBlockCount;
  return true;
}

} // namespace xblock

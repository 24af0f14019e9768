#include "memory/tracked_heap.h"

#include "memory/heap_shadow.h"
#include "memory/mapping_linux.h"
#include "memory/undo_log.h"
#include "support/check.h"

#include <bit>
#include <cstring>

namespace xblock {

TrackedHeap trackedHeap;

namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;
// The range of the heap: regions of large blocks, arena records, then main's blocks, then 8 MiB for each further thread,
// then the overflow.
constexpr uint64_t kRegions = layout::kHeap;
constexpr uint64_t kRecords = layout::kHeap + (uint64_t{16} << 20);
constexpr uint64_t kMain = layout::kHeap + kGiB / 4;
constexpr uint64_t kThreads = layout::kHeap + 12 * kGiB;
constexpr uint64_t kThreadRange = uint64_t{8} << 20;
constexpr uint64_t kOverflow = kThreads + kThreadRange * layout::kMaxThreads;
constexpr uint64_t kEnd = layout::kHeap + layout::kHeapSize;
constexpr uint32_t kOverflowArena = layout::kMaxThreads; // number of its record
static_assert(kOverflow < kEnd);

uint64_t rangeBegin(uint32_t thread) {
  return thread == 0 ? kMain : thread == kOverflowArena ? kOverflow : kThreads + thread * kThreadRange;
}
uint64_t rangeEnd(uint32_t thread) {
  return thread == 0 ? kThreads : thread == kOverflowArena ? kEnd : rangeBegin(thread) + kThreadRange;
}

/// Sets the shadow of [begin, end), whole granules.
void shade(uint64_t begin, uint64_t end, int8_t value) {
  memset(heapShadowOf(begin), value, (end - begin) / 8);
}

/// The same of the n bytes of a live block, and the rest up to `end`.
void shadeLive(uint64_t begin, uint64_t n, uint64_t end) {
  uint64_t whole = begin + (n & ~uint64_t{7});
  shade(begin, whole, 8);
  if (n & 7) {
    *heapShadowOf(whole) = static_cast<int8_t>(n & 7);
    whole += 8;
  }
  shade(whole, end, kRedZone);
}

} // namespace

bool TrackedHeap::map() {
  static_assert((layout::kMaxThreads + 1) * sizeof(Arena) < kMain - kRecords);
  static_assert(layout::kHeapSize / kRegion * sizeof(Ref) <= kRecords - kRegions);
  if (!mapFixed(layout::kHeap, layout::kHeapSize) || !mapFixed(layout::kGuardedShadow, layout::kGuardedSize / 8))
    return false;
  makeReadOnly(layout::kGuardedShadow, layout::kHeapShadow - layout::kGuardedShadow); // zeros
  return true;
}

unsigned TrackedHeap::classOf(size_t n) {
  if (n <= 1024)
    return n == 0 ? 0 : static_cast<unsigned>((n - 1) / 16);
  unsigned log = 63 - static_cast<unsigned>(std::countl_zero(n - 1)); // 2^log <= n-1 < 2^(log+1), log >= 10
  unsigned step = static_cast<unsigned>(((n - 1) >> (log - 2)) & 3);
  return 64 + (log - 10) * 4 + step;
}

size_t TrackedHeap::classSize(unsigned c) {
  if (c < 64)
    return (c + 1) * 16;
  unsigned log = 10 + (c - 64) / 4, step = (c - 64) % 4;
  return (size_t{1} << log) + (size_t{step} + 1) * (size_t{1} << (log - 2));
}

TrackedHeap::Ref *TrackedHeap::regionOf(uint64_t address) {
  return reinterpret_cast<Ref *>(kRegions) + (address - layout::kHeap) / kRegion;
}

TrackedHeap::Arena *TrackedHeap::recordOf(uint32_t thread) { return reinterpret_cast<Arena *>(kRecords) + thread; }

uint64_t TrackedHeap::rangeOf(uint32_t thread) { return rangeBegin(thread); }

TrackedHeap::Arena *TrackedHeap::arena(uint32_t thread) {
  Arena *a = recordOf(thread);
  undoLog.touch(a, offsetof(Arena, free));
  if (a->end == 0) {
    a->next = rangeBegin(thread);
    a->end = rangeEnd(thread);
  }
  return a;
}

/// Unused room for a block of class c; 0 if there is not enough.
uint64_t TrackedHeap::carve(Arena *a, unsigned c) {
  uint64_t at = a->next, n = roomOf(c);
  if (isLarge(c)) {
    at = (at + kRegion - 1) & ~(kRegion - 1);
    n = (n + kRegion - 1) & ~(kRegion - 1);
  }
  if (at > a->end || n > a->end - at)
    return 0;
  a->next = at + n;
  return at;
}

/// Room for a block of class c, and the header of the block it was of before, null if of none.
uint64_t TrackedHeap::room(uint32_t thread, unsigned c, Header *&before) {
  Arena *a = arena(thread);
  before = nullptr;
  for (bool released = false;; released = true) {
    if (a->free[c]) {
      before = headerAt(a->free[c]);
      undoLog.touch(&a->free[c], sizeof(Ref));
      a->free[c] = before->next;
      return reinterpret_cast<uint64_t>(before) - uint64_t{before->back} * 16;
    }
    if (uint64_t at = carve(a, c))
      return at;
    if (released)
      return carve(arena(kOverflowArena), c);
    while (a->waiting)
      release(a);
  }
}

void TrackedHeap::paint(uint64_t room, Header *h) {
  uint64_t end = room + roomOf(h->sizeClass);
  undoLog.touch(heapShadowOf(room), (end - room) / 8);
  auto begin = reinterpret_cast<uint64_t>(h + 1);
  shade(room, begin - 8, kRedZone);
  *heapShadowOf(begin - 8) = kBlockBegins;
  shadeLive(begin, h->size, end);
}

void TrackedHeap::paintLarge(uint64_t room, Header *h, Header *before) {
  if (before && before != h) {
    undoLog.touch(heapShadowOf(reinterpret_cast<uint64_t>(before)), sizeof(Header) / 8);
    shade(reinterpret_cast<uint64_t>(before), reinterpret_cast<uint64_t>(before + 1), kUnallocated);
  }
  auto begin = reinterpret_cast<uint64_t>(h + 1);
  undoLog.touch(heapShadowOf(begin - 8), 1);
  *heapShadowOf(begin - 8) = kBlockBegins;
  Ref *first = regionOf(room), *last = regionOf(room + roomOf(h->sizeClass) - 1), named = refOf(h);
  if (*first == named)
    return; // and so the others
  undoLog.touch(first, static_cast<size_t>(last + 1 - first) * sizeof(Ref));
  for (; first <= last; ++first)
    *first = named;
}

void *TrackedHeap::allocate(uint32_t thread, size_t n, size_t alignment, Allocation how) {
  if (n > layout::kHeapSize || alignment > layout::kHeapSize)
    return nullptr;
  size_t slack = alignment > 16 ? alignment : 0;
  unsigned c = classOf(n + slack);
  Header *before;
  uint64_t at = room(thread, c, before);
  if (!at)
    return nullptr;
  uint64_t p = at + sizeof(Header);
  if (slack && p % alignment)
    p += alignment - p % alignment;
  auto *h = reinterpret_cast<Header *>(p - sizeof(Header));
  undoLog.touch(h, sizeof *h);
  *h = {.size = n,
        .back = static_cast<uint32_t>((reinterpret_cast<uint64_t>(h) - at) / 16),
        .next = 0,
        .stack = how.stack,
        .freedStack = 0,
        .allocatedBy = static_cast<uint16_t>(thread),
        .freedBy = 0,
        .sizeClass = static_cast<uint8_t>(c),
        .state = State::Live,
        .kind = how.kind,
        .alignment = how.alignment};
  if (isLarge(c))
    paintLarge(at, h, before);
  else
    paint(at, h);
  if (how.kind != BlockKind::Runtime) {
    Arena *a = recordOf(thread); // touched by room()
    ++a->live;
    a->liveBytes += static_cast<int64_t>(n);
  }
  return reinterpret_cast<void *>(p);
}

TrackedHeap::Header *TrackedHeap::headerOf(const void *p) const {
  auto at = reinterpret_cast<uint64_t>(p);
  if (at % 16 || at < kMain + sizeof(Header) || at >= kEnd || *heapShadowOf(at - 8) != kBlockBegins)
    return nullptr;
  return reinterpret_cast<Header *>(at) - 1;
}

/// The oldest block leaves the quarantine.
void TrackedHeap::release(Arena *a) {
  Ref oldest = a->quarantine[a->oldest];
  Header *h = headerAt(oldest);
  a->oldest = (a->oldest + 1) % kQuarantineBlocks;
  --a->waiting;
  a->quarantined -= roomOf(h->sizeClass);
  undoLog.touch(&h->next, sizeof(Ref));
  undoLog.touch(&a->free[h->sizeClass], sizeof(Ref));
  h->next = a->free[h->sizeClass];
  a->free[h->sizeClass] = oldest;
}

void TrackedHeap::quarantine(Arena *a, Header *h) {
  if (a->waiting == kQuarantineBlocks)
    release(a);
  Ref *place = &a->quarantine[(a->oldest + a->waiting) % kQuarantineBlocks];
  undoLog.touch(place, sizeof *place);
  *place = refOf(h);
  ++a->waiting;
  a->quarantined += roomOf(h->sizeClass);
  while (a->quarantined > kQuarantineBytes && a->waiting > 1)
    release(a);
}

FreeResult TrackedHeap::free(uint32_t thread, void *p, uint32_t stack) {
  Header *h = headerOf(p);
  if (!h)
    return FreeResult::NotABlock;
  if (h->state == State::Freed)
    return FreeResult::DoubleFree;
  Arena *a = arena(thread);
  undoLog.touch(h, sizeof *h);
  h->state = State::Freed;
  h->freedBy = static_cast<uint16_t>(thread);
  h->freedStack = stack;
  auto begin = reinterpret_cast<uint64_t>(p), end = begin + ((h->size + 7) & ~uint64_t{7});
  if (!isLarge(h->sizeClass) && begin != end) {
    undoLog.touch(heapShadowOf(begin), (end - begin) / 8);
    shade(begin, end, kFreed);
  }
  if (h->kind != BlockKind::Runtime) {
    --a->live;
    a->liveBytes -= static_cast<int64_t>(h->size);
  }
  quarantine(a, h);
  return FreeResult::Ok;
}

size_t TrackedHeap::sizeOf(const void *p) const {
  Header *h = headerOf(p);
  XBLOCK_CHECK(h);
  return h->size;
}

bool TrackedHeap::isLive(const void *p) const {
  Header *h = headerOf(p);
  return h && h->state == State::Live;
}

void TrackedHeap::forEachUsed(uint32_t threads, void (*tell)(void *, uint64_t, uint64_t), void *to) const {
  for (uint32_t t = 0; t <= threads; ++t) {
    bool overflow = t == threads;
    const Arena *a = recordOf(overflow ? layout::kMaxThreads : t);
    if (!a->end)
      continue;
    uint64_t low = rangeOf(overflow ? layout::kMaxThreads : t), high = a->next;
    auto range = [&](const void *begin, const void *end) {
      tell(to, reinterpret_cast<uint64_t>(begin), reinterpret_cast<uint64_t>(end));
    };
    range(a, a + 1);
    tell(to, low, high);
    range(heapShadowOf(low), heapShadowOf(high));
    range(regionOf(low), regionOf(high));
  }
}

} // namespace xblock

#include "memory/tracked_heap.h"

#include "memory/mapping_linux.h"
#include "memory/undo_log.h"
#include "support/check.h"

#include <bit>

namespace xblock {

TrackedHeap trackedHeap;

namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;
// The range of the heap: arena records, then main's blocks, then 8 MiB for each further thread, then the overflow.
constexpr uint64_t kRecords = layout::kHeap;
constexpr uint64_t kMain = layout::kHeap + kGiB / 4;
constexpr uint64_t kThreads = layout::kHeap + 12 * kGiB;
constexpr uint64_t kThreadRange = uint64_t{8} << 20;
constexpr uint64_t kOverflow = kThreads + kThreadRange * layout::kMaxThreads;
constexpr uint64_t kEnd = layout::kHeap + layout::kHeapSize;
static_assert(kOverflow < kEnd);

} // namespace

bool TrackedHeap::map() { return mapFixed(layout::kHeap, layout::kHeapSize); }

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

TrackedHeap::Arena *TrackedHeap::arena(uint32_t thread) {
  auto *a = reinterpret_cast<Arena *>(kRecords) + thread;
  if (a->end == 0) {
    undoLog.touch(a, 16);
    a->next = thread == 0 ? kMain : kThreads + thread * kThreadRange;
    a->end = thread == 0 ? kThreads : a->next + kThreadRange;
  }
  return a;
}

uint64_t TrackedHeap::carve(Arena *a, size_t n) {
  if (n > a->end - a->next) {
    a = reinterpret_cast<Arena *>(kRecords) + layout::kMaxThreads; // the record of the overflow
    if (a->end == 0) {
      undoLog.touch(a, 16);
      a->next = kOverflow;
      a->end = kEnd;
    }
    if (n > a->end - a->next)
      return 0;
  }
  undoLog.touch(a, 16);
  uint64_t at = a->next;
  a->next += n;
  return at;
}

void *TrackedHeap::allocate(uint32_t thread, size_t n, size_t alignment) {
  if (n > layout::kHeapSize || alignment > layout::kHeapSize)
    return nullptr;
  size_t slack = alignment > 16 ? alignment : 0;
  unsigned c = classOf(n + slack);
  Arena *a = arena(thread);
  uint64_t block = a->free[c];
  if (block) {
    undoLog.touch(&a->free[c], 8);
    a->free[c] = *reinterpret_cast<uint64_t *>(block + sizeof(Header));
  } else if (!(block = carve(a, sizeof(Header) + classSize(c)))) {
    return nullptr;
  }
  auto *h = reinterpret_cast<Header *>(block);
  undoLog.touch(h, sizeof *h);
  *h = {n, kLive, c};
  uint64_t p = block + sizeof(Header);
  if (slack && p % alignment) {
    p += alignment - p % alignment;
    auto *near = reinterpret_cast<Header *>(p - sizeof(Header));
    undoLog.touch(near, sizeof *near);
    *near = {block, kLive + 1, 0}; // points back to the real header
  }
  return reinterpret_cast<void *>(p);
}

TrackedHeap::Header *TrackedHeap::headerOf(const void *p) const {
  auto at = reinterpret_cast<uint64_t>(p);
  if (at % 16 || at < kMain + sizeof(Header))
    return nullptr;
  auto *h = reinterpret_cast<Header *>(at - sizeof(Header));
  if (h->state == kLive + 1)
    h = reinterpret_cast<Header *>(h->size);
  return h->state == kLive || h->state == kFree ? h : nullptr;
}

FreeResult TrackedHeap::free(uint32_t thread, void *p) {
  Header *h = headerOf(p);
  if (!h)
    return FreeResult::NotABlock;
  if (h->state == kFree)
    return FreeResult::DoubleFree;
  Arena *a = arena(thread);
  unsigned c = h->sizeClass;
  undoLog.touch(h, sizeof(Header) + 8);
  undoLog.touch(&a->free[c], 8);
  h->state = kFree;
  *reinterpret_cast<uint64_t *>(h + 1) = a->free[c];
  a->free[c] = reinterpret_cast<uint64_t>(h);
  return FreeResult::Ok;
}

size_t TrackedHeap::sizeOf(const void *p) const {
  Header *h = headerOf(p);
  XBLOCK_CHECK(h);
  return h->size;
}

bool TrackedHeap::isLive(const void *p) const {
  Header *h = headerOf(p);
  return h && h->state == kLive;
}

} // namespace xblock

// What lies at an address of the heap.
#include "memory/heap_shadow.h"
#include "memory/tracked_heap.h"

#include <cstring>

namespace xblock {

bool TrackedHeap::allows(uint64_t granule, unsigned end) const {
  if (heapAllows(granule, end))
    return true;
  Ref large = granule >= layout::kHeap ? *regionOf(granule) : 0;
  if (!large)
    return false;
  const Header *h = headerAt(large);
  auto begin = reinterpret_cast<uint64_t>(h + 1);
  return h->state == State::Live && granule >= begin && granule + end <= begin + h->size;
}

const void *TrackedHeap::firstOutside(const void *p, size_t n) const {
  auto at = reinterpret_cast<uint64_t>(p), end = at + n < at ? UINT64_MAX : at + n; // of a length below 0, all that there is
  while (at < end) {
    uint64_t granule = at & ~uint64_t{7}, next = end - granule > 8 ? granule + 8 : end;
    if (!allows(granule, static_cast<unsigned>(next - granule)))
      for (; at < next; ++at)
        if (!allows(granule, static_cast<unsigned>(at - granule) + 1))
          return reinterpret_cast<const void *>(at);
    at = next;
  }
  return nullptr;
}

HeapBlock TrackedHeap::describe(const Header &h) {
  return {.begin = reinterpret_cast<uint64_t>(&h + 1),
          .size = h.size,
          .live = h.state == State::Live,
          .allocation = {h.kind, h.alignment, h.stack},
          .allocatedBy = h.allocatedBy,
          .freedBy = h.freedBy,
          .freedStack = h.freedStack};
}

bool TrackedHeap::blockAt(const void *p, HeapBlock &out) const {
  const Header *h = contains(p) ? headerOf(p) : nullptr;
  if (h)
    out = describe(*h);
  return h;
}

bool TrackedHeap::largeBlockOf(uint64_t address, HeapBlock &out) const {
  Ref large = address - layout::kHeap < layout::kHeapSize ? *regionOf(address) : 0;
  if (large)
    out = describe(*headerAt(large));
  return large;
}

/// The header of the last block that begins at or before the address, as far as it may reach there.
const TrackedHeap::Header *TrackedHeap::ownerOf(uint64_t address) const {
  if (Ref large = *regionOf(address); large && address >= reinterpret_cast<uint64_t>(headerAt(large) + 1))
    return headerAt(large);
  // The room of a block that is not large has less than 2 * kLarge bytes.
  const int8_t *at = heapShadowOf(address) - 1;
  for (uint64_t i = 0; i < 2 * kLarge / 8 && at >= heapShadowOf(layout::kHeap); ++i, --at)
    if (*at == kBlockBegins)
      return reinterpret_cast<const Header *>(layout::kHeap +
                                              static_cast<uint64_t>(at + 1 - heapShadowOf(layout::kHeap)) * 8) - 1;
  return nullptr;
}

bool TrackedHeap::nearest(uint64_t address, HeapBlock &out) const {
  constexpr uint64_t kNear = 256; // bytes before a block
  const Header *before = ownerOf(address);
  uint64_t room = address - layout::kHeap;
  if (!before && room >= kRegion && *regionOf(address - kRegion))
    before = headerAt(*regionOf(address - kRegion)); // behind the last region of a large block
  uint64_t distance = UINT64_MAX;
  if (before) {
    out = describe(*before);
    uint64_t end = out.begin + out.size;
    if (address < end)
      return true;
    distance = address - end;
  }
  for (uint64_t at = address & ~uint64_t{7}; at < address + kNear && at - layout::kHeap < layout::kHeapSize; at += 8) {
    if (*heapShadowOf(at) != kBlockBegins)
      continue;
    if (at + 8 - address < distance || !before)
      out = describe(*(reinterpret_cast<const Header *>(at + 8) - 1));
    return true;
  }
  return before;
}

TrackedHeap::Live TrackedHeap::live(uint32_t threads) const {
  Live sum;
  for (uint32_t t = 0; t < threads; ++t) {
    sum.blocks += recordOf(t)->live;
    sum.bytes += recordOf(t)->liveBytes;
  }
  return sum;
}

uint64_t TrackedHeap::liveBlockOf(uint64_t address) const {
  if (address < layout::kHeap + 8 || address - layout::kHeap >= layout::kHeapSize)
    return 0;
  int8_t shadow = *heapShadowOf(address);
  if (shadow <= 0 && !*regionOf(address) && *heapShadowOf(address - 8) != kBlockBegins) // the latter: of no bytes
    return 0;
  const Header *h = ownerOf(address);
  if (!h || h->state != State::Live)
    return 0;
  auto begin = reinterpret_cast<uint64_t>(h + 1);
  return address == begin || address < begin + h->size ? begin : 0;
}

/// The first live block after `after`, 0 at first, in the range of a thread; that of the overflow if there is no such thread.
uint64_t TrackedHeap::nextLive(uint32_t thread, uint32_t threads, uint64_t after) const {
  const Arena *a = recordOf(thread < threads ? thread : layout::kMaxThreads);
  if (!a->end)
    return 0;
  const int8_t *at = heapShadowOf(after ? after : rangeOf(thread < threads ? thread : layout::kMaxThreads));
  const int8_t *end = heapShadowOf(a->next);
  for (; at < end; ++at) {
    uint64_t eight;
    while (reinterpret_cast<uint64_t>(at) % 8 == 0 && at + 8 <= end && (memcpy(&eight, at, 8), eight == 0))
      at += 8;
    if (at >= end)
      break;
    if (*at != kBlockBegins)
      continue;
    auto *h = reinterpret_cast<const Header *>(layout::kHeap + static_cast<uint64_t>(at + 1 - heapShadowOf(layout::kHeap)) * 8) - 1;
    if (h->state == State::Live)
      return reinterpret_cast<uint64_t>(h + 1);
  }
  return 0;
}

} // namespace xblock

#include "memory/page_guard_linux.h"

#include "memory/layout_linux.h"
#include "memory/mapping_linux.h"
#include "memory/undo_log.h"
#include "support/check.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace xblock {

PageGuard pageGuard;

namespace {

constexpr uint64_t kPage = 4096;

uint64_t pageOf(uint64_t address) { return address & ~(kPage - 1); }

uint8_t &stateOf(uint64_t address) {
  return *reinterpret_cast<uint8_t *>(layout::kPageStates + (address & layout::kShadowMask) / kPage);
}

/// Of an open page: its place among openedPages().
uint32_t &numberOf(uint64_t address) {
  return *reinterpret_cast<uint32_t *>(layout::kPageNumbers + (address & layout::kShadowMask) / kPage * sizeof(uint32_t));
}

void allowWrites(uint64_t low, uint64_t high, bool allow) {
  // Of pages that lie scattered each is a mapping of its own, and the kernel allows 65,530.
  XBLOCK_CHECK(mprotect(reinterpret_cast<void *>(low), high - low, allow ? PROT_READ | PROT_WRITE : PROT_READ) == 0);
}

// Whole chunks, whatever lies in them: red zones of a sanitizer too.
__attribute__((no_sanitize("address"))) bool differ(const char *a, const char *b, uint64_t n) {
  uint64_t x, y;
  for (; n >= sizeof x; n -= sizeof x, a += sizeof x, b += sizeof x) {
    __builtin_memcpy(&x, a, sizeof x);
    __builtin_memcpy(&y, b, sizeof y);
    if (x != y)
      return true;
  }
  while (n--)
    if (*a++ != *b++)
      return true;
  return false;
}
__attribute__((no_sanitize("address"))) void copyBytes(char *to, const char *from, uint64_t n) {
  for (uint64_t i = 0; i < n; ++i)
    to[i] = from[i];
}

} // namespace

bool PageGuard::map() {
  on_ = mapFixed(layout::kPageStates, layout::kPageStatesSize) &&
        mapFixed(layout::kPageNumbers, layout::kPageNumbersSize) &&
        mapFixed(layout::kOpenedPages, layout::kOpenedPagesSize) && mapFixed(layout::kPageCopies, layout::kPageCopiesSize);
  return on_;
}

void PageGuard::set(uint64_t low, uint64_t high, State state) { memset(&stateOf(low), state, (high - low) / kPage); }

void PageGuard::guard(uint64_t low, uint64_t high) {
  if (low == high)
    return;
  auto at = std::lower_bound(guarded_.begin(), guarded_.end(), low, [](MemoryRange r, uint64_t x) { return r.low < x; });
  if (at == guarded_.end() || at->low != low)
    guarded_.insert(at, {low, high});
  uint64_t first = pageOf(low), end = pageOf(high + kPage - 1);
  allowWrites(first, end, false);
  set(first, end, kClosed);
}

void PageGuard::watch(uint64_t low, uint64_t high) {
  watched_.push_back({{low, high}, std::vector<char>(high - low)});
}

bool PageGuard::isGuarded(uint64_t address) const {
  auto next = std::upper_bound(guarded_.begin(), guarded_.end(), address, [](uint64_t x, MemoryRange r) { return x < r.low; });
  return next != guarded_.begin() && address < std::prev(next)->high;
}

bool PageGuard::isClosed(uint64_t address) const {
  if (stateOf(address) != kClosed)
    return false;
  // The state is that of the low bits.
  auto next = std::upper_bound(guarded_.begin(), guarded_.end(), pageOf(address) + kPage - 1,
                               [](uint64_t x, MemoryRange r) { return x < r.low; });
  return next != guarded_.begin() && pageOf(address) < std::prev(next)->high;
}

// Not in vectors: hooks come here, in which what is allocated would be the program's.
PageGuard::Opened *PageGuard::openedPages() { return reinterpret_cast<Opened *>(layout::kOpenedPages); }
char *PageGuard::copyOf(uint64_t opened) { return reinterpret_cast<char *>(layout::kPageCopies + opened * kPage); }

void PageGuard::open(uint64_t page, bool copy) {
  XBLOCK_CHECK(opened_ < layout::kPageCopiesSize / kPage);
  if (copy)
    copyBytes(copyOf(opened_), reinterpret_cast<const char *>(page), kPage);
  openedPages()[opened_] = {page, copy};
  numberOf(page) = static_cast<uint32_t>(opened_++);
  stateOf(page) = kOpen;
}

void PageGuard::share(uint64_t address) {
  open(pageOf(address), true);
  allowWrites(pageOf(address), pageOf(address) + kPage, true);
}

void PageGuard::log(uint64_t chunk) {
  for (const Watched &w : watched_)
    compare(chunk, w.range.low, w.range.high, w.copy.data());
  uint64_t page = pageOf(chunk);
  if (isClosed(chunk))
    share(chunk);
  else if (stateOf(chunk) == kOpen && openedPages()[numberOf(chunk)].page == page && openedPages()[numberOf(chunk)].copied)
    compareGuarded(chunk, page, copyOf(numberOf(chunk)));
}

void PageGuard::openQuietly(uint64_t low, uint64_t high) {
  uint64_t begun = 0; // of pages that are opened together
  uint64_t end = pageOf(high + kPage - 1);
  for (uint64_t page = pageOf(low); page < end; page += kPage) {
    if (isClosed(page)) {
      open(page, false);
      begun = begun ? begun : page;
    } else if (begun) {
      allowWrites(begun, page, true);
      begun = 0;
    }
  }
  if (begun)
    allowWrites(begun, end, true);
}

void PageGuard::run(uint64_t low, uint64_t high) {
  if (low == runs_.low && high == runs_.high)
    return;
  if (runs_.high) {
    allowWrites(runs_.low, runs_.high, false);
    set(runs_.low, runs_.high, kClosed);
  }
  runs_ = {low, high};
  allowWrites(low, high, true);
  set(low, high, kRuns);
}

void PageGuard::closeAll() {
  const Opened *pages = openedPages();
  for (uint64_t i = 0, end; i < opened_; i = end) {
    end = i + 1;
    if (stateOf(pages[i].page) != kOpen) // of the stack that runs
      continue;
    stateOf(pages[i].page) = kClosed;
    for (; end < opened_ && pages[end].page == pages[end - 1].page + kPage && stateOf(pages[end].page) == kOpen; ++end)
      stateOf(pages[end].page) = kClosed;
    allowWrites(pages[i].page, pages[end - 1].page + kPage, false);
  }
  opened_ = 0;
  unnoted_.reset();
  for (Watched &w : watched_)
    copyBytes(w.copy.data(), reinterpret_cast<const char *>(w.range.low), w.copy.size());
  if (suspected_ && stateOf(suspected_) == kClosed)
    open(suspected_, true);
}

void PageGuard::suspect(uint64_t address) { suspected_ = isGuarded(address) ? pageOf(address) : 0; }
void PageGuard::stepOver(bool open) { allowWrites(suspected_, suspected_ + kPage, open); }

/// Of the chunk, what lies in [low, high).
void PageGuard::compare(uint64_t chunk, uint64_t low, uint64_t high, const char *copyOfLow) {
  uint64_t from = std::max(chunk, low), to = std::min(chunk + kChunk, high);
  if (from < to && !unnoted_ && differ(reinterpret_cast<const char *>(from), copyOfLow + (from - low), to - from))
    unnoted_ = MemoryRange{from, to};
}

void PageGuard::compareGuarded(uint64_t chunk, uint64_t page, const char *copyOfPage) {
  auto at = std::upper_bound(guarded_.begin(), guarded_.end(), chunk, [](uint64_t x, MemoryRange r) { return x < r.high; });
  for (; at != guarded_.end() && at->low < chunk + kChunk; ++at) {
    uint64_t low = std::max(at->low, page);
    compare(chunk, low, at->high, copyOfPage + (low - page));
  }
}

std::optional<MemoryRange> PageGuard::unnoted() {
  for (uint64_t i = 0; i < opened_; ++i) {
    auto [page, copied] = openedPages()[i];
    for (uint64_t chunk = page; copied && stateOf(page) == kOpen && chunk < page + kPage; chunk += kChunk)
      if (!undoLog.holds(chunk))
        compareGuarded(chunk, page, copyOf(i));
  }
  for (const Watched &w : watched_)
    for (uint64_t chunk = w.range.low & ~(kChunk - 1); chunk < w.range.high; chunk += kChunk)
      if (!undoLog.holds(chunk))
        compare(chunk, w.range.low, w.range.high, w.copy.data());
  return unnoted_;
}

} // namespace xblock

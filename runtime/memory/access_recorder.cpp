#include "memory/access_recorder.h"

#include "memory/mapping_linux.h"
#include "memory/tracked_heap.h"
#include "support/check.h"

namespace xblock {

AccessRecorder accessRecorder;

bool AccessRecorder::map() {
  return mapFixed(layout::kAccessShadow, layout::kAccessShadowSize) &&
         mapFixed(layout::kAccessList, layout::kAccessListSize);
}

void AccessRecorder::harvest(AccessSet &out) const {
  // A variable is mostly read and then written at once, and few are sorted already.
  bool sorted = out.entries().empty();
  uint64_t last = UINT64_MAX; // no key
  for (const RecordedAccess &a : recorded()) {
    uint64_t key = a.granule >> 3;
    if (key == last) {
      out.addToLast(a.reads, a.writes);
      continue;
    }
    sorted &= key > last || last == UINT64_MAX;
    last = key;
    out.add(key, a.reads, a.writes);
  }
  if (!sorted)
    out.normalise();
}

void AccessRecorder::leaveOut(uint64_t low, uint64_t high) {
  XBLOCK_CHECK(leftOutCount_ < kMaxLeftOut && low < high);
  leftOut_[leftOutCount_][0] = low;
  leftOut_[leftOutCount_++][1] = high;
  uint64_t end = leftOutSize_ ? leftOutLow_ + leftOutSize_ : high;
  leftOutLow_ = leftOutSize_ && leftOutLow_ < low ? leftOutLow_ : low;
  leftOutSize_ = (end > high ? end : high) - leftOutLow_;
}

bool AccessRecorder::isLeftOut(uint64_t granule) const {
  for (unsigned i = 0; i < leftOutCount_; ++i)
    if (granule + 7 >= leftOut_[i][0] && granule < leftOut_[i][1])
      return true;
  return false;
}

void AccessRecorder::lookAt(uint64_t address, size_t n) {
  HeapBlock block;
  if (!on_ && trackedHeap.largeBlockOf(address, block) && block.live) {
    largeLow_ = block.begin;
    largeSize_ = block.size;
  }
  uint64_t offset = address & 7, granule = address & ~uint64_t{7};
  for (;; granule += 8, offset = 0) {
    size_t here = n < 8 - offset ? n : 8 - offset;
    auto end = static_cast<unsigned>(offset + here);
    if (!heapAllows(granule, end) && !trackedHeap.allows(granule, end) && onStrayAccess_)
      return onStrayAccess_();
    n -= here;
    if (n == 0)
      return;
  }
}

void AccessRecorder::forget(const void *p, size_t n) {
  constexpr size_t kMost = 64 << 10; // beyond, all that the block accessed is forgotten: it is recorded again
  largeSize_ = 0;
  if (!enabled_)
    return;
  if (n > kMost) {
    if (++block_ == 0)
      wrap();
    return;
  }
  auto address = reinterpret_cast<uint64_t>(p);
  for (uint64_t granule = address & ~uint64_t{7}; granule < address + n; granule += 8)
    shadowOf(granule)->block = 0;
}

void AccessRecorder::wrap() {
  clearMapping(layout::kAccessShadow, layout::kAccessShadowSize);
  block_ = 1;
}

void AccessRecorder::full() { checkFailed("a block accesses too much memory", __FILE_NAME__, __LINE__); }

} // namespace xblock

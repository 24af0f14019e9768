#include "memory/access_recorder.h"

#include "memory/mapping_linux.h"
#include "support/check.h"

namespace xblock {

AccessRecorder accessRecorder;

bool AccessRecorder::map() {
  return mapFixed(layout::kAccessShadow, layout::kAccessShadowSize) &&
         mapFixed(layout::kAccessList, layout::kAccessListSize);
}

void AccessRecorder::harvest(AccessSet &out) const {
  for (const RecordedAccess &a : recorded())
    out.add(a.granule >> 3, a.reads, a.writes);
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

void AccessRecorder::wrap() {
  clearMapping(layout::kAccessShadow, layout::kAccessShadowSize);
  block_ = 1;
}

void AccessRecorder::full() { checkFailed("a block accesses too much memory", __FILE_NAME__, __LINE__); }

} // namespace xblock

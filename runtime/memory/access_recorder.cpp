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
  auto *list = reinterpret_cast<const uint64_t *>(layout::kAccessList);
  for (uint64_t i = 0; i < size_; ++i) {
    const Shadow *s = shadowOf(list[i]);
    out.add(list[i] >> 3, s->reads, s->writes);
  }
  out.normalise();
}

void AccessRecorder::wrap() {
  clearMapping(layout::kAccessShadow, layout::kAccessShadowSize);
  block_ = 1;
}

void AccessRecorder::full() { checkFailed("a block accesses too much memory", __FILE_NAME__, __LINE__); }

} // namespace xblock

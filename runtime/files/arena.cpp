#include "files/arena.h"

#include "files/files.h"
#include "memory/mapping_linux.h"
#include "support/check.h"

#include <bit>
#include <cstring>

namespace xblock::files {

namespace {

constexpr size_t kSmallest = 32;
constexpr unsigned kSizes = 40;

struct Head {
  uint64_t used;      ///< bytes behind this
  void *free[kSizes]; ///< given back, by the logarithm of their size; each points to the next
};
constexpr uint64_t kBegin = layout::kFiles + ((sizeof(Head) + sizeof(Tables) + 4095) & ~uint64_t{4095});
Head &head() { return *reinterpret_cast<Head *>(layout::kFiles + ((sizeof(Tables) + 15) & ~uint64_t{15})); }
size_t sizeFor(size_t n) { return std::bit_ceil(n < kSmallest ? kSmallest : n); }

} // namespace

Tables &tables() { return *reinterpret_cast<Tables *>(layout::kFiles); }

void *take(size_t n) {
  size_t size = sizeFor(n);
  void *&free = head().free[std::countr_zero(size)];
  if (void *p = free) {
    edit(&free) = *static_cast<void **>(p);
    undoLog.touch(p, size);
    memset(p, 0, size);
    return p;
  }
  edit(&head().used);
  void *p = reinterpret_cast<void *>(kBegin + head().used);
  head().used += size;
  XBLOCK_CHECK(kBegin + head().used <= layout::kFiles + layout::kFilesSize);
  return p; // zeros: what was written to it later and is undone was touched
}

void give(void *p, size_t n) {
  if (!p)
    return;
  void *&free = head().free[std::countr_zero(sizeFor(n))];
  undoLog.touch(p, sizeof free);
  *static_cast<void **>(p) = free;
  edit(&free) = p;
}

void forgetAll() { clearMapping(layout::kFiles, layout::kFilesSize); }

} // namespace xblock::files

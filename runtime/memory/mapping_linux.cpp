#include "memory/mapping_linux.h"

#include "support/check.h"

#include <sys/mman.h>

namespace xblock {

bool mapFixed(uint64_t address, uint64_t size) {
  void *p = mmap(reinterpret_cast<void *>(address), size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p != reinterpret_cast<void *>(address))
    return false;
  madvise(p, size, MADV_DONTDUMP);
  madvise(p, size, MADV_NOHUGEPAGE);
  return true;
}

void protect(uint64_t address, uint64_t size) {
  XBLOCK_CHECK(mprotect(reinterpret_cast<void *>(address), size, PROT_NONE) == 0);
}

void makeReadOnly(uint64_t address, uint64_t size) {
  XBLOCK_CHECK(mprotect(reinterpret_cast<void *>(address), size, PROT_READ) == 0);
}

void makeWritable(uint64_t address, uint64_t size) {
  XBLOCK_CHECK(mprotect(reinterpret_cast<void *>(address), size, PROT_READ | PROT_WRITE) == 0);
}

void clearMapping(uint64_t address, uint64_t size) {
  XBLOCK_CHECK(madvise(reinterpret_cast<void *>(address), size, MADV_DONTNEED) == 0);
}

} // namespace xblock

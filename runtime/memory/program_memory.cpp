#include "memory/program_memory.h"

#include "memory/fixups.h"

#include <cstdint>

namespace xblock {

// Noinline: an `asm goto` that is copied has its labels twice.
__attribute__((noinline)) bool isReadable(const void *p) {
  __asm__ goto("1:\n"
               "testb $0, (%[p])\n" XBLOCK_FIXUP
               :
               : [p] "r"(p)
               : "cc", "memory"
               : faulted);
  return true;
faulted:
  return false;
}

size_t readableBytes(const void *p, size_t n) {
  constexpr uintptr_t kPage = 4096;
  auto begin = reinterpret_cast<uintptr_t>(p);
  for (uintptr_t at = begin; at - begin < n; at = (at | (kPage - 1)) + 1)
    if (!isReadable(reinterpret_cast<const void *>(at)))
      return at - begin;
  return n;
}

__attribute__((noinline)) bool isWritable(void *p) {
  __asm__ goto("1:\n"
               "lock orb $0, (%[p])\n" XBLOCK_FIXUP
               :
               : [p] "r"(p)
               : "cc", "memory"
               : faulted);
  return true;
faulted:
  return false;
}

} // namespace xblock

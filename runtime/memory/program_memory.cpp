#include "memory/program_memory.h"

#include "memory/fixups.h"

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

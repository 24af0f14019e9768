#include "fiber/fiber.h"

namespace xblock {

/// As jump_fcontext of Boost 1.74 (jump_x86_64_sysv_elf_gas.S) lays them down; two words of
/// floating point control come first.
SavedRegisters registersOf(FiberContext suspended) {
  auto *at = static_cast<const uint64_t *>(suspended);
  constexpr size_t kWords = 8; // the return address is the last, and off the stack then
  return {.rip = at[7],
          .rsp = reinterpret_cast<uint64_t>(at + kWords),
          .rbp = at[6],
          .rbx = at[5],
          .r12 = at[1],
          .r13 = at[2],
          .r14 = at[3],
          .r15 = at[4]};
}

} // namespace xblock

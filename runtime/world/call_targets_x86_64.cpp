#include "world/call_targets_x86_64.h"

#include "memory/checksums.h"
#include "world/function_names_linux.h"

#include <cstring>
#include <link.h>
#include <vector>

namespace xblock {

namespace {

/// The module that `address` is in the code of.
struct LoadedCode {
  uint64_t address;
  std::vector<MemoryRange> code{}, readable{};
  std::vector<MemoryRange> constants{}; ///< read-only, once the loader has filled them in
};

int lookIn(dl_phdr_info *info, size_t, void *data) {
  LoadedCode found{static_cast<LoadedCode *>(data)->address};
  bool here = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    const MemoryRange range{info->dlpi_addr + p.p_vaddr, info->dlpi_addr + p.p_vaddr + p.p_memsz};
    if (p.p_type == PT_GNU_RELRO)
      found.constants.push_back(range);
    if (p.p_type != PT_LOAD || !(p.p_flags & PF_R))
      continue;
    found.readable.push_back(range);
    if (p.p_flags & PF_X)
      found.code.push_back(range);
    here |= (p.p_flags & PF_X) && found.address - range.low < p.p_memsz;
  }
  if (here)
    *static_cast<LoadedCode *>(data) = found;
  return here;
}

bool holds(const std::vector<MemoryRange> &ranges, uint64_t low, uint64_t n) {
  for (auto [begin, end] : ranges)
    if (low >= begin && low <= end && n <= end - low)
      return true;
  return false;
}

template <typename T> T readAt(uint64_t address) {
  T value;
  memcpy(&value, reinterpret_cast<const void *>(address), sizeof value);
  return value;
}

constexpr uint8_t kCall = 0xe8;          // to an address relative to the next instruction
constexpr uint16_t kCallBySlot = 0x15ff; // to where the memory there leads
constexpr uint16_t kJumpBySlot = 0x25ff;
constexpr uint8_t kBound = 0xf2;         // a prefix
constexpr uint32_t kEndBranch = 0xfa1e0ff3;
constexpr uint64_t kStub = 16;

/// A stub has no symbol, and does nothing but jump by its slot, which the loader fills in before the function is entered.
uint64_t behindStub(const LoadedCode &module, uint64_t target) {
  if (!nameCode(target).function.empty() || !holds(module.code, target, kStub))
    return target;
  uint64_t jump = target;
  if (readAt<uint32_t>(jump) == kEndBranch)
    jump += sizeof kEndBranch;
  if (readAt<uint8_t>(jump) == kBound)
    jump += sizeof kBound;
  if (readAt<uint16_t>(jump) != kJumpBySlot)
    return 0;
  const uint64_t slot = jump + 6 + static_cast<uint64_t>(int64_t{readAt<int32_t>(jump + 2)});
  return holds(module.readable, slot, sizeof(uint64_t)) ? readAt<uint64_t>(slot) : 0;
}

} // namespace

namespace {

/// What the last four bytes of a call of a function, or by a slot, lead to.
uint64_t relativeTo(uint64_t returns) { return returns + static_cast<uint64_t>(int64_t{readAt<int32_t>(returns - 4)}); }

/// How long the call is that begins there, if it is one by a register, or by memory that registers lead to; else 0.
uint64_t lengthOfCallByRegister(const uint8_t *code) {
  constexpr uint8_t kGroup = 0xff, kCallOfGroup = 2, kScaled = 4, kNoBase = 5;
  const uint8_t kind = code[1] >> 6, base = code[1] & 7;
  if (code[0] != kGroup || (code[1] >> 3 & 7) != kCallOfGroup || (kind == 0 && base == kNoBase)) // that is a slot
    return 0;
  const bool isScaled = kind != 3 && base == kScaled;
  const bool isFar = kind == 2 || (kind == 0 && isScaled && (code[2] & 7) == kNoBase);
  return 2 + isScaled + (isFar ? 4 : kind == 1);
}

} // namespace

bool isCallByPointer(uint64_t returns) {
  constexpr uint64_t kLongest = 7;
  LoadedCode module{returns - 1};
  dl_iterate_phdr(lookIn, &module);
  if (!holds(module.code, returns - kLongest, kLongest))
    return false;
  const uint64_t to = relativeTo(returns);
  const bool isDirect = (readAt<uint16_t>(returns - 6) == kCallBySlot && holds(module.readable, to, sizeof(uint64_t))) ||
                        (readAt<uint8_t>(returns - 5) == kCall && holds(module.code, to, 1));
  for (uint64_t n = 2; !isDirect && n <= kLongest; ++n)
    if (lengthOfCallByRegister(reinterpret_cast<const uint8_t *>(returns - n)) == n)
      return true;
  return false;
}

uint64_t targetOfCall(uint64_t returns) {
  LoadedCode module{returns - 1};
  dl_iterate_phdr(lookIn, &module);
  if (!holds(module.code, returns - 6, 6))
    return 0;
  const uint64_t to = relativeTo(returns);
  if (readAt<uint16_t>(returns - 6) == kCallBySlot)
    return holds(module.constants, to, sizeof(uint64_t)) ? readAt<uint64_t>(to) : 0;
  return readAt<uint8_t>(returns - 5) == kCall && holds(module.code, to, 1) ? behindStub(module, to) : 0;
}

} // namespace xblock

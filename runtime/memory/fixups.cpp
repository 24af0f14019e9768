#include "memory/fixups.h"

namespace xblock {

namespace {

struct Fixup {
  int32_t begin, end, landing; ///< each from where it stands itself
};
extern "C" __attribute__((visibility("hidden"))) const Fixup fixupsBegin[] __asm__("__start_xblock_fixups");
extern "C" __attribute__((visibility("hidden"))) const Fixup fixupsEnd[] __asm__("__stop_xblock_fixups");

uint64_t at(const int32_t &offset) { return reinterpret_cast<uint64_t>(&offset) + static_cast<uint64_t>(int64_t{offset}); }

} // namespace

uint64_t goesOnAt(uint64_t pc) {
  for (const Fixup *f = fixupsBegin; f != fixupsEnd; ++f)
    if (pc >= at(f->begin) && pc < at(f->end))
      return at(f->landing);
  return 0;
}

} // namespace xblock

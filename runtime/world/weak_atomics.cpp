#include "world/weak_atomics.h"

namespace xblock {

namespace {

constexpr unsigned kSlots = 1 << 14; // beyond this the count stands still
const xblock_site *seen[kSlots];
uint64_t sites = 0;

} // namespace

void noteWeakAtomic(const xblock_site *site) {
  auto hash = static_cast<unsigned>((reinterpret_cast<uint64_t>(site) * 0x9E3779B97F4A7C15ull) >> 50);
  for (unsigned probe = 0; probe < 32; ++probe) {
    const xblock_site *&slot = seen[(hash + probe) % kSlots];
    if (slot == site)
      return;
    if (!slot) {
      slot = site;
      ++sites;
      return;
    }
  }
}

uint64_t weakAtomicSites() { return sites; }

std::vector<const xblock_site *> weakAtomicsSeen() {
  std::vector<const xblock_site *> all;
  for (const xblock_site *site : seen)
    if (site)
      all.push_back(site);
  return all;
}

} // namespace xblock

#include "world/tracked_memory_linux.h"

#include "memory/tracked_heap.h"
#include "world/modules_linux.h"
#include "world/process_world.h"

#include <algorithm>
#include <link.h>

namespace xblock {

namespace {

/// All but what lies in [low, high).
void leaveOut(std::vector<MemoryRange> &ranges, uint64_t low, uint64_t high) {
  std::vector<MemoryRange> rest;
  for (auto [from, to] : ranges) {
    if (from < std::min(to, low))
      rest.push_back({from, std::min(to, low)});
    if (std::max(from, high) < to)
      rest.push_back({std::max(from, high), to});
  }
  ranges = std::move(rest);
}

/// What the loader writes, whenever it likes: the table of functions not yet called, and copies that the executable has of
/// variables of libraries, which are not rolled back.
void leaveOutOfLoader(std::vector<MemoryRange> &ranges, uint64_t base, const ElfW(Dyn) * dynamic) {
  uint64_t table = 0, tableSize = 0, relocations = 0, relocationsSize = 0;
  const ElfW(Sym) *symbols = nullptr;
  auto addressOf = [&](uint64_t p) { return p < base ? base + p : p; };
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    uint64_t value = dynamic->d_un.d_val;
    if (dynamic->d_tag == DT_PLTGOT)
      table = addressOf(value);
    else if (dynamic->d_tag == DT_PLTRELSZ)
      tableSize = (3 + value / sizeof(ElfW(Rela))) * sizeof(void *); // three words are the loader's own
    else if (dynamic->d_tag == DT_RELA)
      relocations = addressOf(value);
    else if (dynamic->d_tag == DT_RELASZ)
      relocationsSize = value;
    else if (dynamic->d_tag == DT_SYMTAB)
      symbols = reinterpret_cast<const ElfW(Sym) *>(addressOf(value));
  }
  if (table)
    leaveOut(ranges, table, table + tableSize);
  for (uint64_t at = relocations; at < relocations + relocationsSize; at += sizeof(ElfW(Rela))) {
    auto *r = reinterpret_cast<const ElfW(Rela) *>(at);
    if (ELF64_R_TYPE(r->r_info) == R_X86_64_COPY && symbols)
      leaveOut(ranges, base + r->r_offset, base + r->r_offset + symbols[ELF64_R_SYM(r->r_info)].st_size);
  }
}

int addModule(dl_phdr_info *info, size_t, void *data) {
  std::vector<MemoryRange> ranges;
  uint64_t base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    uint64_t at = base + p.p_vaddr;
    if (p.p_type == PT_LOAD && (p.p_flags & PF_W) && isProgramCode(reinterpret_cast<void *>(at)))
      ranges.push_back({at, at + p.p_memsz});
  }
  for (int i = 0; i < info->dlpi_phnum && !ranges.empty(); ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    uint64_t at = base + p.p_vaddr;
    if (p.p_type == PT_GNU_RELRO)
      leaveOut(ranges, at, at + p.p_memsz);
    else if (p.p_type == PT_DYNAMIC)
      leaveOutOfLoader(ranges, base, reinterpret_cast<const ElfW(Dyn) *>(at));
  }
  auto *all = static_cast<std::vector<MemoryRange> *>(data);
  all->insert(all->end(), ranges.begin(), ranges.end());
  return 0;
}

} // namespace

std::vector<MemoryRange> moduleVariables() {
  std::vector<MemoryRange> ranges;
  dl_iterate_phdr(addModule, &ranges);
  return ranges;
}

const std::vector<MemoryRange> &programVariables() {
  static const std::vector<MemoryRange> all = [] {
    std::vector<MemoryRange> ranges = moduleVariables();
    forEachAdopted([](void *to, uint64_t low, uint64_t high) { static_cast<std::vector<MemoryRange> *>(to)->push_back({low, high}); },
                   &ranges);
    return ranges;
  }();
  return all;
}

void addTrackedMemory(Checksums &to) {
  for (auto [low, high] : programVariables())
    to.add(low, high);
  trackedHeap.forEachUsed(
      scalars.arenas, [](void *sums, uint64_t low, uint64_t high) { static_cast<Checksums *>(sums)->add(low, high); }, &to);
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    const ThreadState &t = threadTable[i];
    if (t.life.ended())
      continue;
    to.add(reinterpret_cast<uint64_t>(fiberTable[i].context), t.stackTop);
    to.add(reinterpret_cast<uint64_t>(&fiberTable[i]), reinterpret_cast<uint64_t>(&fiberTable[i + 1]));
  }
  to.add(reinterpret_cast<uint64_t>(&processSignals), reinterpret_cast<uint64_t>(&processSignals + 1));
  to.add(reinterpret_cast<uint64_t>(threadTable), reinterpret_cast<uint64_t>(threadTable + scalars.threads));
}

} // namespace xblock

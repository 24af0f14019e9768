#include "world/modules_linux.h"

#include "memory/layout_linux.h"
#include "support/check.h"

#include <cstring>
#include <link.h>
#include <vector>

namespace xblock {

namespace {

struct Module {
  uint64_t low, high;          // all of its segments
  uint64_t tls, tlsSize;       // the native block of the one OS thread
  uint64_t image, imageSize;   // its initial values
  uint64_t offset;             // in a copy
  bool adopted;                // a static of a library
};
constexpr unsigned kMaxModules = 32;
Module modules[kMaxModules];
unsigned moduleCount = 0;
uint64_t copySize = 0;

struct Search {
  uint64_t address;
  bool found;
  Module module;
};

int match(dl_phdr_info *info, size_t, void *data) {
  auto *search = static_cast<Search *>(data);
  Module m{};
  m.low = ~uint64_t{0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    uint64_t at = info->dlpi_addr + p.p_vaddr;
    if (p.p_type == PT_LOAD) {
      m.low = at < m.low ? at : m.low;
      m.high = at + p.p_memsz > m.high ? at + p.p_memsz : m.high;
    } else if (p.p_type == PT_TLS) {
      m.tls = reinterpret_cast<uint64_t>(info->dlpi_tls_data);
      m.tlsSize = m.tls ? p.p_memsz : 0;
      m.image = at;
      m.imageSize = p.p_filesz;
    }
  }
  if (search->address < m.low || search->address >= m.high)
    return 0;
  search->module = m;
  search->found = true;
  return 1;
}

struct Span {
  uint64_t low, high; // low 38 bits
};
struct Spans {
  Span list[256];
  unsigned count;
  bool sound;
};

int collect(dl_phdr_info *info, size_t, void *data) {
  auto *spans = static_cast<Spans *>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    if (p.p_type != PT_LOAD || !(p.p_flags & PF_W) || spans->count == 256)
      continue;
    uint64_t low = (info->dlpi_addr + p.p_vaddr) & layout::kShadowMask;
    Span span{low & ~uint64_t{4095}, (low + p.p_memsz + 4095) & ~uint64_t{4095}};
    for (unsigned j = 0; j < spans->count; ++j)
      spans->sound &= span.high <= spans->list[j].low || spans->list[j].high <= span.low;
    spans->list[spans->count++] = span;
  }
  return 0;
}

void adopt(const Module &m) {
  XBLOCK_CHECK(moduleCount < kMaxModules);
  modules[moduleCount] = m;
  modules[moduleCount++].offset = copySize;
  copySize += (m.tlsSize + 63) & ~uint64_t{63};
}

} // namespace

void registerModule(const void *marker) {
  auto at = reinterpret_cast<uint64_t>(marker);
  for (unsigned i = 0; i < moduleCount; ++i)
    if (at >= modules[i].low && at < modules[i].high)
      return;
  Search search{at, false, {}};
  dl_iterate_phdr(match, &search);
  if (!search.found)
    return;
  adopt(search.module);
}

void adoptThreadLocal(void *native, uint64_t size) {
  Module m{};
  m.tls = reinterpret_cast<uint64_t>(native);
  m.tlsSize = size;
  adopt(m);
}

void adoptStatic(void *object, uint64_t size) {
  Module m{};
  m.low = reinterpret_cast<uint64_t>(object);
  m.high = m.low + size;
  m.adopted = true;
  adopt(m);
}

bool isProgramCode(const void *pc) {
  auto at = reinterpret_cast<uint64_t>(pc);
  for (unsigned i = 0; i < moduleCount; ++i)
    if (at >= modules[i].low && at < modules[i].high)
      return true;
  return false;
}

const xblock_site *siteAt(uint32_t place) {
  constexpr uint64_t kAll = (uint64_t{1} << 35) - 1; // what a place tells of an address
  for (unsigned i = 0; i < moduleCount; ++i) {
    const Module &m = modules[i];
    uint64_t at = m.low + ((uint64_t{place} * 8 - m.low) & kAll);
    auto isIn = [&](const void *p) { return reinterpret_cast<uint64_t>(p) - m.low < m.high - m.low; };
    auto *site = reinterpret_cast<const xblock_site *>(at);
    // A place can be that of a call, too (noteFree): then what lies there is code.
    if (place && m.high - m.low >= sizeof *site && at <= m.high - sizeof *site && !m.adopted && isIn(site->file) && isIn(site->function))
      return site;
  }
  return nullptr;
}

DataModule lastDataModule{};

bool isForeignStaticElsewhere(const void *p) {
  auto at = reinterpret_cast<uint64_t>(p);
  if (at - layout::kHeap < layout::kHeapSize || at - layout::kStacks < layout::kStacksSize)
    return false;
  for (unsigned i = 0; i < moduleCount; ++i)
    if (at >= modules[i].low && at < modules[i].high) {
      lastDataModule = {modules[i].low, modules[i].high - modules[i].low};
      return false;
    }
  Search search{at, false, {}};
  dl_iterate_phdr(match, &search);
  return search.found;
}

void forEachAdopted(void (*tell)(void *, uint64_t, uint64_t), void *to) {
  for (unsigned i = 0; i < moduleCount; ++i) {
    const Module &m = modules[i];
    if (m.tlsSize)
      tell(to, m.tls, m.tls + m.tlsSize);
    if (m.adopted)
      tell(to, m.low, m.high);
  }
}

uint64_t threadLocalSize() { return copySize; }

void initThreadLocals(uint64_t copy) {
  for (unsigned i = 0; i < moduleCount; ++i) {
    const Module &m = modules[i];
    if (!m.tlsSize)
      continue;
    auto *to = reinterpret_cast<char *>(copy + m.offset);
    if (m.imageSize)
      memcpy(to, reinterpret_cast<const void *>(m.image), m.imageSize);
    memset(to + m.imageSize, 0, m.tlsSize - m.imageSize);
  }
}

void *threadLocalIn(uint64_t copy, void *native) {
  auto at = reinterpret_cast<uint64_t>(native);
  for (unsigned i = 0; i < moduleCount; ++i)
    if (at - modules[i].tls < modules[i].tlsSize)
      return reinterpret_cast<void *>(copy + modules[i].offset + (at - modules[i].tls));
  return native;
}

namespace {

struct AllData {
  std::vector<DataSpan> program, libraries;
};

int collectData(dl_phdr_info *info, size_t, void *data) {
  auto *all = static_cast<AllData *>(data);
  static const char ofTheRuntime = 0;
  uint64_t relroLow = 0, relroHigh = 0; // written by the loader only
  bool runtime = false, program = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    uint64_t low = info->dlpi_addr + p.p_vaddr, high = low + p.p_memsz;
    if (p.p_type == PT_LOAD) {
      runtime |= reinterpret_cast<uint64_t>(&ofTheRuntime) - low < p.p_memsz;
      program |= isProgramCode(reinterpret_cast<void *>(low));
    } else if (p.p_type == PT_GNU_RELRO) {
      relroLow = low;
      relroHigh = high;
    }
  }
  if (runtime)
    return 0;
  std::vector<DataSpan> &out = program ? all->program : all->libraries;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    uint64_t low = info->dlpi_addr + p.p_vaddr, high = low + p.p_memsz;
    if (p.p_type == PT_TLS && info->dlpi_tls_data) {
      auto at = reinterpret_cast<uint64_t>(info->dlpi_tls_data);
      out.push_back({at, at + p.p_memsz});
    }
    if (p.p_type != PT_LOAD || !(p.p_flags & PF_W))
      continue;
    if (relroLow >= low && relroHigh <= high && relroLow < relroHigh) {
      out.push_back({low, relroLow});
      low = relroHigh;
    }
    out.push_back({low, high});
  }
  return 0;
}

const AllData &allData() {
  static const AllData *all = [] {
    auto *found = new AllData;
    dl_iterate_phdr(collectData, found);
    return found;
  }();
  return *all;
}

} // namespace

std::span<const DataSpan> programData() { return allData().program; }
std::span<const DataSpan> libraryData() { return allData().libraries; }

bool layoutIsSound() {
  static Spans spans;
  spans = {};
  spans.sound = true;
  spans.list[spans.count++] = {layout::kHeap & layout::kShadowMask,
                               (layout::kHeap & layout::kShadowMask) + layout::kHeapSize};
  spans.list[spans.count++] = {layout::kGuardedShadow & layout::kShadowMask,
                               (layout::kGuardedShadow & layout::kShadowMask) + layout::kGuardedSize / 8};
  spans.list[spans.count++] = {layout::kFiles & layout::kShadowMask, (layout::kFiles & layout::kShadowMask) + layout::kFilesSize};
  uint64_t stacks = layout::kStacks & layout::kShadowMask;
  spans.list[spans.count++] = {stacks, stacks + layout::kStacksSize};
  dl_iterate_phdr(collect, &spans);
  return spans.sound;
}

} // namespace xblock

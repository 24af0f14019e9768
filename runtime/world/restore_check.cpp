#include "world/restore_check.h"

#include "memory/tracked_heap.h"
#include "memory/undo_log.h"
#include "support/check.h"
#include "world/heap_errors.h"
#include "world/object_names_linux.h"
#include "world/running.h"
#include "world/tracked_memory_linux.h"

#include <unordered_map>

namespace xblock {

namespace {

struct LastWriter {
  ThreadId thread;
  const xblock_site *site;
};
/// By chunk, over all schedules.
std::unordered_map<uint64_t, LastWriter> lastWriters;

std::string writerOf(MemoryRange part) {
  auto at = lastWriters.find(part.low >> kChunkShift);
  if (at == lastWriters.end() || !at->second.site->line)
    return "";
  const auto &[thread, site] = at->second;
  return std::string("; the last that wrote there with hooks is ") + ThreadName(thread).text + " at " + site->file + ":" +
         std::to_string(site->line);
}

template <typename Row> bool isOf(MemoryRange part, const Row *table, uint32_t &row) {
  uint64_t at = part.low - reinterpret_cast<uint64_t>(table);
  row = static_cast<uint32_t>(at / sizeof(Row));
  return at < sizeof(Row) * layout::kMaxThreads;
}

std::string told(MemoryRange part) {
  uint32_t thread;
  if (isOf(part, threadTable, thread) || isOf(part, fiberTable, thread))
    return std::string("going back did not restore what xblock keeps of ") + ThreadName(ThreadId{thread}).text +
           ": this is a mistake of xblock, or something wrote to wild addresses";
  return "going back did not restore " + nameObjects(part.low, part.high) +
         ": code without hooks wrote there; compile its library with xblock-clang" + writerOf(part);
}

} // namespace

void noteWriter(const void *p, size_t n, const xblock_site *site) {
  RuntimeScope scope(RuntimeScope::Internal);
  auto at = reinterpret_cast<uint64_t>(p);
  for (uint64_t chunk = at >> kChunkShift; chunk <= (at + n - 1) >> kChunkShift; ++chunk)
    lastWriters.insert_or_assign(chunk, LastWriter{running.thread, site});
}

void RestoreCheck::saved(size_t snapshot) {
  XBLOCK_CHECK(snapshot <= snapshots_.size());
  snapshots_.resize(snapshot);
  snapshots_.push_back({{}, schedule_.size()});
  addTrackedMemory(snapshots_.back().sums);
}

void RestoreCheck::ran(ThreadId t, std::span<const uint16_t> choices, const Outcome &out) {
  schedule_.push_back({t, {choices.begin(), choices.end()}, out.cut});
  blocked_ = out.ending == Ending::Blocked;
}

std::optional<Distrust> RestoreCheck::restored(size_t snapshot) {
  snapshots_.resize(snapshot + 1);
  Schedule before = schedule_;
  if (blocked_)
    before.pop_back(); // it is none of a schedule
  schedule_.resize(snapshots_[snapshot].blocks);
  blocked_ = false;
  auto part = snapshots_[snapshot].sums.firstDifference();
  if (!part)
    return std::nullopt;
  Distrust found{.message = told(*part), .schedule = before};
  if (HeapBlock block; part->low - layout::kHeap < layout::kHeapSize && trackedHeap.nearest(part->low, block))
    found.memory = memoryReportsOf(block);
  return found;
}

} // namespace xblock

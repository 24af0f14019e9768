// What a block took in and what it changed, for KnownBlocks.
#include "memory/access_recorder.h"
#include "memory/heap_shadow.h"
#include "world/known_blocks.h"
#include "world/modules_linux.h"
#include "world/running.h"

#include <algorithm>
#include <cstring>

namespace xblock {

namespace {

constexpr size_t kMostAccesses = 256; // of a block
constexpr size_t kFewWords = 24;      // of a stack: a span is cheaper for more

uint64_t wordAt(uint64_t address) { return *reinterpret_cast<const uint64_t *>(address); }

/// The bytes that a mask of a granule's bits stands for.
uint64_t bytesOf(uint8_t mask) {
  uint64_t bytes = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (mask >> i & 1)
      bytes |= uint64_t{0xff} << 8 * i;
  return bytes;
}

bool isOn(uint64_t low, uint64_t size, uint64_t address) { return address - low < size; }

/// Memory that stays mapped as long as anything is known.
bool isLasting(uint64_t address) {
  if (isOn(layout::kHeap, layout::kHeapSize, address) || isOn(layout::kStacks, layout::kStacksSize, address))
    return true;
  auto has = [&](const DataSpan &s) { return address >= (s.low & ~uint64_t{7}) && address < s.high; };
  return std::ranges::any_of(programData(), has);
}

} // namespace

/// Whether its inputs are known. The items of b are in reads_ and writes_ until it is kept.
bool KnownBlocks::record(ThreadId t, const Outcome &out, Block &b) {
  bool step = out.ending <= Ending::Blocked;
  bool loops = running.looking || running.loopSeen || running.clockSeen || running.timePassed;
  if (!step || !running.reusable || loops || running.leaked || running.keptOpen || running.atomicDepth ||
      accessRecorder.leftOut() || accessRecorder.recorded().size() > kMostAccesses || !out.decisions.empty() || !out.started.empty() || !out.woken.empty() ||
      !out.joined.empty() || !out.owed.empty() || out.outside || out.nowWaiting)
    return false;
  if (scalars.threads != scalars_.threads || scalars.outputLength != scalars_.outputLength ||
      scalars.outside != scalars_.outside || scalars.spinners != scalars_.spinners || scalars.idle != scalars_.idle)
    return false;
  old_.clear();
  bool chunks = true;
  undoLog.forEachSince(position_, [&](uint64_t address, bool span, const void *bytes) {
    if (!span)
      old_.push_back({address, static_cast<const uint64_t *>(bytes)});
    else
      chunks &= address - threadOf(t).stackLow < threadOf(t).stackTop - threadOf(t).stackLow;
  });
  reads_.clear();
  writes_.clear();
  if (!chunks || !recordAccesses(t) || (out.ending != Ending::Blocked && !recordChanges(t)))
    return false;
  b.out.assign(out);
  if (out.ending == Ending::Blocked) {
    writes_.clear();
    return true;
  }
  b.progress = scalars.progress != scalars_.progress;
  const ThreadState &th = threadOf(t);
  auto writesOwnStack = [&](const AccessEntry &e) { return e.writes && isOn(th.stackLow, th.stackTop - th.stackLow, e.key * 8); };
  b.endsLoops = !b.progress && std::ranges::any_of(out.data.entries(), writesOwnStack);
  if (out.ending == Ending::Death)
    return true;
  change(t).known = 0;
  b.after = stateOf(t);
  if (!b.after)
    return false;
  b.fiber = fiberTable[index(t)];
  recordStack(stateAt(from_), stateAt(b.after), b);
  return true;
}

/// The word as it was before the block.
uint64_t KnownBlocks::before(uint64_t address) const {
  for (const OldChunk &c : old_)
    if (c.address == (address & ~(kChunk - 1)))
      return c.words[(address & (kChunk - 1)) / 8];
  return wordAt(address);
}

KnownBlocks::Item *KnownBlocks::writeOf(uint64_t address) {
  auto at = std::ranges::find(writes_, address, &Item::address);
  return at == writes_.end() ? nullptr : &*at;
}

/// Reads but of what the block wrote before, and writes; none of its own stack.
bool KnownBlocks::recordAccesses(ThreadId t) {
  const ThreadState &th = threadOf(t);
  auto addHeapMark = [&](uint64_t granule, unsigned end) {
    if (granule - layout::kHeap >= layout::kHeapSize)
      return true;
    auto mark = reinterpret_cast<uint64_t>(heapShadowOf(granule));
    uint64_t byte = uint64_t{0xff} << 8 * (mark & 7);
    reads_.push_back({mark & ~uint64_t{7}, byte, wordAt(mark & ~uint64_t{7}) & byte});
    return heapAllows(granule, end);
  };
  for (const RecordedAccess &a : accessRecorder.recorded()) {
    if (isOn(th.stackLow, th.stackTop - th.stackLow, a.granule))
      continue;
    unsigned end = 32 - static_cast<unsigned>(__builtin_clz(a.reads | a.writes));
    if (!isLasting(a.granule) || !addHeapMark(a.granule, end))
      return false;
    Item *written = writeOf(a.granule);
    uint64_t reads = bytesOf(a.place ? a.reads : a.reads | a.writes); // atomic updates are told of as writes
    if (written)
      reads &= ~written->mask;
    if (reads)
      reads_.push_back({a.granule, reads, before(a.granule) & reads});
    if (!a.writes)
      continue;
    if (written)
      written->mask |= bytesOf(a.writes);
    else
      writes_.push_back({a.granule, bytesOf(a.writes), wordAt(a.granule)});
  }
  for (unsigned i = 0; i < running.objectCount; ++i) {
    const auto &[low, size] = running.objects[i];
    if (isOn(th.stackLow, th.stackTop - th.stackLow, low))
      continue;
    if (!isLasting(low))
      return false;
    for (uint64_t word = low; word < low + size; word += 8) {
      if (!addHeapMark(word, 8))
        return false;
      uint64_t was = before(word), is = wordAt(word);
      reads_.push_back({word, ~uint64_t{0}, was});
      if (Item *written = writeOf(word))
        written->mask = ~uint64_t{0};
      else if (was != is)
        writes_.push_back({word, ~uint64_t{0}, is});
    }
  }
  return true;
}

/// All else that the log has of the block: the thread's own record; anything more, and the block is none that can be known.
bool KnownBlocks::recordChanges(ThreadId t) {
  const ThreadState &th = threadOf(t);
  auto own = reinterpret_cast<uint64_t>(&th), table = reinterpret_cast<uint64_t>(threadTable);
  // Locks that it took are written whole: what lay behind the held ones is no input, and may have been the same by chance.
  const uint64_t heldBegin = own + 8 * kWordOfHeld, heldEnd = heldBegin + th.heldCount * sizeof(HeldLock);
  uint64_t counts = before(own + offsetof(ThreadState, heldCount) / 8 * 8);
  uint32_t heldBefore;
  memcpy(&heldBefore, reinterpret_cast<char *>(&counts) + offsetof(ThreadState, heldCount) % 8, sizeof heldBefore);
  const uint64_t takenBegin = heldBegin + heldBefore * sizeof(HeldLock);
  auto add = [&](uint64_t address) {
    bool since = address >= heldBegin && (address - heldBegin) % sizeof(HeldLock) == 16;
    uint64_t mask = since ? ~kSinceBlock : ~uint64_t{0}; // any earlier block's number does
    writes_.push_back({address, mask, wordAt(address) & mask});
  };
  for (uint64_t address = takenBegin; address < heldEnd; address += 8)
    add(address);
  for (const OldChunk &c : old_) {
    if (isOn(th.stackLow, th.stackTop - th.stackLow, c.address))
      return false;
    for (size_t i = 0; i < kChunk / 8; ++i) {
      uint64_t address = c.address + 8 * i, changed = c.words[i] ^ wordAt(address);
      if (!changed)
        continue;
      if (address - own < sizeof th) {
        size_t word = (address - own) / 8;
        bool held = word >= kWordOfHeld && word < kWordOfHeld + kMaxHeld * sizeof(HeldLock) / 8;
        if (word == kWordOfProgress || word == kWordOfKnown || (held && address >= std::min(heldEnd, takenBegin)))
          continue; // of those held, what is behind the end, or written above
        if (word >= kWordOfHeld && !held)
          return false;
        add(address);
      } else if (address - table < sizeof threadTable) {
        if ((address - table) % sizeof(ThreadState) / 8 != kWordOfKnown) // which went with a write on that thread's stack
          return false;
      } else if (const Item *told = writeOf(address); !told || changed & ~told->mask) {
        return false;
      }
    }
  }
  return true;
}

void KnownBlocks::recordStack(const State &before, const State &after, Block &b) {
  const uint64_t *was = words_.data() + before.begin + before.size, *is = words_.data() + after.begin + after.size; // the tops
  auto wordsOf = [&](const State &s) {
    return (threadOf(ThreadId{static_cast<uint32_t>(words_[s.begin])}).stackTop - words_[s.begin + 1]) / 8;
  };
  uint64_t had = wordsOf(before), has = wordsOf(after), same = 0;
  while (same < had && same < has && was[-1 - static_cast<int64_t>(same)] == is[-1 - static_cast<int64_t>(same)])
    ++same;
  same &= ~uint64_t{1}; // spans are 16-byte aligned
  b.stackLow = words_[after.begin + 1];
  b.stack = after.begin + after.size - static_cast<uint32_t>(has);
  b.stackEnd = after.begin + after.size - static_cast<uint32_t>(same);
  b.stackWords = kNone;
  if (words_[before.begin + 1] == words_[after.begin + 1])
    recordStackWords(b.stackLow + 8 * has, {was - had, had}, {is - has, has}, b);
}

/// Of a block that began and ended with as much stack. Writes on other threads' stacks are to be told of.
void KnownBlocks::recordStackWords(uint64_t top, std::span<const uint64_t> was, std::span<const uint64_t> is, Block &b) {
  stackWords_.clear();
  for (size_t i = 0; i < is.size(); ++i)
    if (was[i] != is[i])
      stackWords_.push_back({top - 8 * (is.size() - i), ~uint64_t{0}, is[i]});
  auto onStacks = [](const Item &i) { return isOn(layout::kStacks, layout::kStacksSize, i.address); };
  if (stackWords_.size() <= kFewWords && !std::ranges::any_of(writes_, onStacks))
    b.stackWords = static_cast<uint32_t>(stackWords_.size());
}

/// Of a block that ran again, whose items are in reads_ and writes_. Its stack may differ where nothing was written: there lies what
/// other blocks left.
bool KnownBlocks::sameAs(const Block &a, const Block &b) const {
  auto equal = [&](const std::vector<Item> &items, uint32_t begin, uint32_t end) {
    auto same = [](const Item &x, const Item &y) {
      return x.address == y.address && x.mask == y.mask && ((x.value ^ y.value) & x.mask) == 0;
    };
    return std::ranges::equal(items, std::span(items_).subspan(begin, end - begin), same);
  };
  return (a.after == 0) == (b.after == 0) && a.progress == b.progress && equal(reads_, b.reads, b.readsEnd) &&
         equal(writes_, b.writes, b.writesEnd) && sameSteps(a.out, b.out);
}

} // namespace xblock

#include "world/known_blocks.h"

#include "world/running.h"
#include "world/stack_slots.h"
#include "world/waiting_loops.h"

#include <algorithm>
#include <cstring>

namespace xblock {

KnownBlocks knownBlocks;

namespace {

constexpr uint32_t kMostStackWords = 2048; // of a live stack: 16 KiB
constexpr uint64_t kAhead = 2048;          // blocks tried beyond those reused, before recording is given up for a while
constexpr uint64_t kOneIn = 64;            // then one in so many is tried
constexpr uint32_t kInVain = 4;            // of one state: none that begins there is tried any more

uint64_t wordAt(uint64_t address) { return *reinterpret_cast<const uint64_t *>(address); }

uint64_t hashOf(std::span<const uint64_t> words) {
  uint64_t hash = words.size();
  for (uint64_t w : words) {
    hash = (hash ^ w) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

void stackTouched(uint64_t address) {
  uint64_t owner = (address - layout::kStacks) / stacks.slot;
  if (owner < scalars.threads && threadTable[owner].known)
    change(ThreadId{static_cast<uint32_t>(owner)});
}

} // namespace

void KnownBlocks::enable() {
  forget();
  on_ = true;
  undoLog.onChunksOf(layout::kStacks, layout::kStacksSize, stackTouched);
  grow();
  for (uint32_t t = 0; t < scalars.threads; ++t)
    learnState(ThreadId{t});
}

/// Of a thread that runs later: so that its state need not be looked up each time.
void KnownBlocks::learnState(ThreadId t) {
  uint64_t known = stateOf(t);
  if (!known)
    return;
  undoLog.save(); // an epoch begins: who writes on the stack from here on is told of
  change(t).known = known;
}

/// Of those that t started, and those that are not known any more for what t did to them.
void KnownBlocks::learnOthers(ThreadId t) {
  if (!on_ || !mayRecord())
    return;
  for (uint32_t i = 0; i < scalars.threads; ++i)
    if (ThreadId{i} != t && threadTable[i].known < base_ && !threadTable[i].life.ended())
      learnState(ThreadId{i});
}

void KnownBlocks::disable() {
  on_ = recording_ = false;
  forget();
}

void KnownBlocks::forget() {
  base_ += states_.size();
  states_.clear();
  words_.clear();
  items_.clear();
  blocks_.clear();
  outcomeBytes_ = 0;
  std::ranges::fill(table_, kNone);
  recording_ = false;
  expected_ = kNone;
}

bool KnownBlocks::canBeKnown(const ThreadState &th) const {
  return on_ && !(scalars.spinners | scalars.idle) && !scalars.outside && !th.usesKeys && !th.ignored &&
         !th.cancel.asynchronous() && !th.spinning;
}

/// The number of its own state as it is now; 0 if it is none that can be known.
uint64_t KnownBlocks::stateOf(ThreadId t) {
  const ThreadState &th = threadOf(t);
  if (th.known >= base_)
    return th.known;
  const FiberState &f = fiberTable[index(t)];
  uint64_t low = reinterpret_cast<uint64_t>(f.context) & ~uint64_t{15};
  size_t stackWords = (th.stackTop - low) / 8, own = kWordOfHeld + th.heldCount * sizeof(HeldLock) / 8;
  if (stackWords > kMostStackWords)
    return 0;
  scratch_.resize(6 + own + stackWords);
  uint64_t *to = scratch_.data();
  *to++ = index(t);
  *to++ = low;
  memcpy(to, &f, sizeof f);
  to += 4;
  memcpy(to, &th, own * 8);
  to[kWordOfProgress] = to[kWordOfKnown] = 0;
  for (uint32_t i = 0; i < th.heldCount; ++i)
    to[kWordOfHeld + 4 * i + 2] &= ~kSinceBlock;
  memcpy(to + own, reinterpret_cast<void *>(low), stackWords * 8);
  uint64_t hash = hashOf(scratch_);
  size_t mask = table_.size() - 1, at = hash & mask;
  for (; table_[at] != kNone; at = (at + 1) & mask) {
    const State &s = states_[table_[at]];
    if (s.hash == hash && s.size == scratch_.size() && memcmp(&words_[s.begin], scratch_.data(), s.size * 8) == 0)
      return base_ + table_[at];
  }
  table_[at] = static_cast<uint32_t>(states_.size());
  states_.push_back({hash, static_cast<uint32_t>(words_.size()), static_cast<uint32_t>(scratch_.size()), kNone});
  words_.insert(words_.end(), scratch_.begin(), scratch_.end());
  uint64_t known = base_ + states_.size() - 1;
  if (states_.size() * 2 > table_.size())
    grow();
  return known;
}

void KnownBlocks::grow() {
  table_.assign(std::max<size_t>(1024, table_.size() * 2), kNone);
  for (uint32_t i = 0; i < states_.size(); ++i) {
    size_t at = states_[i].hash & (table_.size() - 1);
    while (table_[at] != kNone)
      at = (at + 1) & (table_.size() - 1);
    table_[at] = i;
  }
}

/// Of programs whose blocks are seldom the same not all are recorded.
bool KnownBlocks::mayRecord() { return tried_ < kAhead + reused_ || looked_ % kOneIn == 0; }

inline bool KnownBlocks::holds(const Block &b) const {
  for (const Item *i = &items_[b.reads], *end = items_.data() + b.readsEnd; i != end; ++i)
    if ((wordAt(i->address) ^ i->value) & i->mask)
      return false;
  return true;
}

[[gnu::always_inline]] inline KnownBlocks::Block *KnownBlocks::find(ThreadId t) {
  const ThreadState &th = threadOf(t);
  if (!canBeKnown(th))
    return nullptr;
  ++looked_;
  if (th.known < base_ && !mayRecord())
    return nullptr;
  from_ = th.known >= base_ ? th.known : stateOf(t);
  if (!from_)
    return nullptr;
  for (uint32_t i = stateAt(from_).firstBlock; i != kNone; i = blocks_[i].next)
    if (Block &b = blocks_[i]; holds(b) && (b.out.ending != Ending::Death || othersLive(t)))
      return &b;
  return nullptr;
}

/// put() where few words change: only these are logged, and written.
[[gnu::always_inline]] inline void KnownBlocks::putWords(ThreadId t, const Block &b) {
  FiberState &f = fiberTable[index(t)];
  ThreadState &th = threadTable[index(t)];
  undoLog.beginWords(b.writesEnd - b.writes + b.stackWords + 2, &f);
  for (const Item *i = &items_[b.writes], *end = i + (b.writesEnd - b.writes) + b.stackWords; i != end; ++i) {
    auto *word = reinterpret_cast<uint64_t *>(i->address);
    undoLog.word(word);
    *word = (*word & ~i->mask) | i->value;
  }
  undoLog.word(&th.known);
  th.known = b.after;
  if (b.progress) {
    undoLog.word(&th.progress);
    ++th.progress;
    ++scalars.progress;
  }
  undoLog.endWords(&f);
  f = b.fiber;
}

const Outcome *KnownBlocks::reuse(ThreadId t) {
  from_ = 0;
  const Block *b = find(t);
  if (!b)
    return nullptr;
  if (b->stackWords != kNone && threadTable[index(t)].known >= base_)
    putWords(t, *b);
  else if (b->out.ending != Ending::Blocked)
    put(t, *b);
  if (b->endsLoops)
    endLoopsThatRead(t, b->out);
  ++reused_;
  return &b->out;
}

void KnownBlocks::put(ThreadId t, const Block &b) {
  if (threadOf(t).known < base_)
    undoLog.save(); // an epoch begins: who writes on the stack from here on is told of
  if (b.stackWords != kNone)
    return putWords(t, b);
  if (b.after) {
    FiberState &f = fiberTable[index(t)];
    uint64_t size = (b.stackEnd - b.stack) * uint64_t{8}, low = reinterpret_cast<uint64_t>(f.context) & ~uint64_t{15};
    // What is no stack any more as well: later blocks write there.
    undoLog.pushSpan(std::min(low, b.stackLow), b.stackLow + size, &f);
    UndoLog::copy(reinterpret_cast<void *>(b.stackLow), words_.data() + b.stack, size);
    f = b.fiber;
  }
  for (const Item *i = &items_[b.writes], *end = items_.data() + b.writesEnd; i != end; ++i) {
    auto *word = reinterpret_cast<uint64_t *>(i->address);
    undoLog.touch(word, 8);
    *word = (*word & ~i->mask) | (i->value & i->mask);
  }
  ThreadState &th = change(t);
  th.known = b.after;
  th.progress += b.progress;
  scalars.progress += b.progress;
}

void KnownBlocks::begin(ThreadId t) {
  if (running.verifies) { // nothing was looked for yet
    from_ = 0;
    const Block *b = find(t);
    expected_ = b ? static_cast<uint32_t>(b - blocks_.data()) : kNone;
  }
  recording_ = canBeKnown(threadOf(t)) && from_ && (expected_ != kNone || (stateAt(from_).inVain < kInVain && mayRecord()));
  if (!recording_)
    return;
  ++tried_;
  position_ = undoLog.save();
  copyScalars(scalars_, scalars);
}

bool KnownBlocks::end(ThreadId t, const Outcome &out) {
  if (!recording_) {
    if (threadOf(t).known)
      change(t).known = 0;
    learnOthers(t);
    return true;
  }
  recording_ = false;
  Block b;
  bool known = record(t, out, b);
  if (threadOf(t).known != (known ? b.after : 0))
    change(t).known = known ? b.after : 0;
  State &from = stateAt(from_);
  from.inVain = known ? 0 : from.inVain + 1;
  learnOthers(t);
  uint32_t expected = std::exchange(expected_, kNone);
  if (expected != kNone)
    return known ? sameAs(b, blocks_[expected])
                 : sameSteps(out, blocks_[expected].out); // the dynamic linker may have written beside
  if (known)
    keep(std::move(b));
  return true;
}

void KnownBlocks::keep(Block &&b) {
  for (Item &i : writes_)
    i.value &= i.mask;
  b.reads = static_cast<uint32_t>(items_.size());
  items_.insert(items_.end(), reads_.begin(), reads_.end());
  b.readsEnd = b.writes = static_cast<uint32_t>(items_.size());
  items_.insert(items_.end(), writes_.begin(), writes_.end());
  b.writesEnd = static_cast<uint32_t>(items_.size());
  if (b.stackWords != kNone)
    items_.insert(items_.end(), stackWords_.begin(), stackWords_.end());
  State &s = stateAt(from_);
  b.next = s.firstBlock;
  s.firstBlock = static_cast<uint32_t>(blocks_.size());
  outcomeBytes_ += b.out.data.entries().size_bytes() + b.out.sync.entries().size_bytes() +
                   b.out.events.size() * sizeof(RaceEvent) +
                   (b.out.locks.size() + b.out.acquired.size() + b.out.wanted.size() + b.out.holding.size()) * sizeof(Resource);
  blocks_.push_back(std::move(b));
  uint64_t bytes = words_.size() * 8 + items_.size() * sizeof(Item) + blocks_.size() * sizeof(Block) +
                   states_.size() * sizeof(State) + outcomeBytes_;
  if (bytes > kMostBytes)
    forget();
}

} // namespace xblock

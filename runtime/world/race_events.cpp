// What orders the accesses of threads, and the accesses, as events of the block (RaceEvent).
#include "world/race_events.h"

#include "world/held_locks.h"
#include "world/known_blocks.h"
#include "world/running.h"
#include "world/trace.h"

#include <algorithm>
#include <mutex>

namespace xblock {

RaceEvent &newEvent() {
  flushAccesses();
  RuntimeScope scope(RuntimeScope::Internal);
  return running.out->events.emplace_back();
}

namespace {

/// Apart from the keys of memory, and of locks.
uint64_t messageKey(uint64_t address) { return address | uint64_t{1} << 62; }
uint64_t messageKey(const void *p) { return messageKey(reinterpret_cast<uint64_t>(p)); }

} // namespace

namespace {

/// Objects that noteSend was called for, in any schedule. A plain read of one is how compiled code looks at the guard of a
/// static variable before it calls __cxa_guard_acquire: it comes after what was sent. Sorted.
std::vector<uint64_t> sentObjects;

/// Where std::call_once leaves its function for the library, in thread_local variables of libstdc++, which are not of the
/// program: its threads share them, each right before it uses them.
bool isOfCallOnce(uint64_t granule) {
  return granule == reinterpret_cast<uint64_t>(&std::__once_callable) ||
         granule == reinterpret_cast<uint64_t>(&std::__once_call);
}

bool isSentObject(uint64_t address) {
  return std::binary_search(sentObjects.begin(), sentObjects.end(), address);
}

} // namespace

std::vector<uint64_t> &objectsSentTo() { return sentObjects; }

bool wasSent(const void *p) { return isSentObject(reinterpret_cast<uint64_t>(p)); }

void flushAccesses() {
  if (!running.recordEvents)
    return;
  RuntimeScope scope(RuntimeScope::Internal);
  Outcome &out = *running.out;
  auto recorded = accessRecorder.recorded();
  if (running.flushed != recorded.size()) {
    LockList locks = listLocks(running.thread, out);
    for (; running.flushed < recorded.size(); ++running.flushed) {
      const RecordedAccess &a = recorded[running.flushed];
      if (a.place && isOfCallOnce(a.granule))
        continue;
      if (a.place && (a.reads & 1) && isSentObject(a.granule))
        out.events.push_back({.kind = RaceEvent::Kind::Receive, .key = messageKey(a.granule)});
      else if (a.place)
        out.events.push_back({.kind = RaceEvent::Kind::Access,
                              .reads = a.reads,
                              .writes = a.writes,
                              .key = a.granule >> 3,
                              .place = a.place,
                              .locksBegin = locks.begin,
                              .locksShared = locks.shared,
                              .locksEnd = locks.end});
    }
  }
  accessRecorder.newSegment();
}

void noteCreated(ThreadId thread) { addEvent({.kind = RaceEvent::Kind::Create, .thread = thread}); }
void noteHand(ThreadId to) { addEvent({.kind = RaceEvent::Kind::Hand, .thread = to}); }
void noteJoined(ThreadId of) {
  running.out->joined.push_back(of);
  addEvent({.kind = RaceEvent::Kind::Join, .thread = of});
}
void noteSeenEnd(ThreadId of) { addEvent({.kind = RaceEvent::Kind::Join, .thread = of}); }
void noteReceive(const void *p) { addEvent({.kind = RaceEvent::Kind::Receive, .key = messageKey(p)}); }
void noteSend(const void *p) {
  addEvent({.kind = RaceEvent::Kind::Send, .key = messageKey(p)});
  auto address = reinterpret_cast<uint64_t>(p);
  auto at = std::lower_bound(sentObjects.begin(), sentObjects.end(), address);
  if (at != sentObjects.end() && *at == address)
    return;
  RuntimeScope scope(RuntimeScope::Internal);
  sentObjects.insert(at, address);
  knownBlocks.forget(); // a read of it is another event now
}
void notePost(Resource r) { addEvent({.kind = RaceEvent::Kind::Send, .shared = true, .key = resourceKey(r)}); }
void noteTake(Resource r) { addEvent({.kind = RaceEvent::Kind::Receive, .key = resourceKey(r)}); }
void noteMeeting(Resource r) {
  noteTake(r);
  addEvent({.kind = RaceEvent::Kind::Send, .key = resourceKey(r)});
}
void noteFence(Order order) { addEvent({.kind = RaceEvent::Kind::Fence, .order = order}); }

void noteAtomic(const void *p, size_t n, bool reads, bool writes, Order order, const xblock_site *site) {
  if (running.tracing)
    tellAccess(!writes ? "atomic load" : !reads ? "atomic store" : "atomic update", p, n, writes, site);
  if (!running.recordEvents || !accessRecorder.enabled())
    return;
  auto address = reinterpret_cast<uint64_t>(p);
  const uint64_t begin = address, end = address + n;
  // Four bytes each: libstdc++ counts shared owners in halves of a word that it also reads as a whole.
  if (reads)
    for (uint64_t part = begin; part < end; part += 4)
      addEvent({.kind = RaceEvent::Kind::Load, .order = order, .key = messageKey(part)});
  for (; address < end && !running.ignoring; address = (address | 7) + 1) {
    uint64_t here = std::min(end, (address | 7) + 1) - address;
    auto mask = static_cast<uint8_t>(((1u << here) - 1) << (address & 7));
    RuntimeScope scope(RuntimeScope::Internal);
    LockList locks = listLocks(running.thread, *running.out);
    addEvent({.kind = RaceEvent::Kind::Access,
              .reads = reads ? mask : uint8_t{0},
              .writes = writes ? mask : uint8_t{0},
              .atomic = true,
              .key = address >> 3,
              .place = placeOf(site),
              .locksBegin = locks.begin,
              .locksShared = locks.shared,
              .locksEnd = locks.end});
  }
  if (writes)
    for (uint64_t part = begin; part < end; part += 4)
      addEvent({.kind = RaceEvent::Kind::Store, .shared = reads, .order = order, .key = messageKey(part)});
}

} // namespace xblock

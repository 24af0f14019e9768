// What the running thread wants, takes and gives back, as the search must know it.
#include "world/availability.h"
#include "world/held_locks.h"
#include "world/race_events.h"
#include "world/running.h"
#include "world/trails.h"
#include "world/user_regions.h"

#include <algorithm>

namespace xblock {

void noteWantedNow(Resource w, Resource except) {
  const ThreadState &t = threadOf(running.thread);
  running.out->wanted.push_back(w);
  for (uint32_t i = 0; i < t.heldCount; ++i)
    // What it took in an atomic section it does not keep while it waits in it: the section is undone.
    if (t.held[i].lock != except && !(running.atomicDepth && t.held[i].sinceBlock == running.block))
      running.out->ordered.push_back({t.held[i].lock, w});
}

namespace {

bool isRefined(LockEdge edge) { return std::binary_search(running.edges.begin(), running.edges.end(), edge); }

} // namespace

void beforeNestedAcquire(Resource lock, Resource second) {
  const ThreadState &t = threadOf(running.thread);
  if (!running.ran && !accessRecorder.any())
    return;
  ++running.nestedAcquires;
  bool cut = false;
  if (running.replaying)
    cut = running.given == Cut{Cut::BeforeAcquire, running.nestedAcquires};
  else if (running.endsBeforeNested)
    cut = true;
  else
    for (uint32_t i = 0; i < t.heldCount && !running.edges.empty() && !cut; ++i)
      cut = isRefined({t.held[i].lock, lock}) || isRefined({t.held[i].lock, second});
  if (cut) {
    running.out->cut = {Cut::BeforeAcquire, running.nestedAcquires};
    boundary(Ending::Split);
  }
}

void endBeforeTaken(Resource lock, Resource second) {
  bool taken = false;
  for (Resource r : {lock, second}) {
    if (r.kind == ResourceKind::None || isAvailable(r))
      continue;
    taken = true; // seen as by a try-lock
    if (r.kind == ResourceKind::RwReaders) {
      running.out->tried.push_back(r);
      running.out->sync.add(resourceKey(r), 0, 1);
    } else {
      noteTried(r, false);
    }
  }
  if (taken && running.atomicDepth)
    splitSection();
  else if (taken)
    boundary(Ending::Split);
}

namespace {

/// Puts it behind the locks of the running thread.
void hold(Resource lock, const xblock_site *site) {
  ThreadState &t = change(running.thread);
  if (t.heldCount == kMaxHeld)
    unsupported("more than 48 locks held by one thread", site);
  changeHeld(running.thread, t.heldCount) = {lock, running.block, running.trusts && running.trusts(site), 1, site};
  ++t.heldCount;
  running.ran = true;
}

} // namespace

void noteHeld(Resource lock, const xblock_site *site, bool tried) {
  bool reads = isForReading(lock);
  addEvent({.kind = RaceEvent::Kind::Acquire, .shared = reads, .key = resourceKey(wholeLock(lock))});
  hold(lock, site);
  if (__builtin_expect(running.followsTrails, 0))
    trails.took(lock);
  if (tried)
    return;
  running.out->acquired.push_back(wholeLock(lock));
  if (lock.kind == ResourceKind::RwLock)
    running.out->acquired.push_back(readersOf(lock));
}

bool isAmongObserved(Resource r) { return std::binary_search(running.observed.begin(), running.observed.end(), r); }

void cutAfterAcquire(Resource lock) {
  Cut here{Cut::AfterAcquire, running.out->acquired.size() + running.asked};
  if (!(running.replaying ? running.given == here : isObserved(lock) || running.anyMoment) || !running.exploring)
    return;
  running.out->cut = here;
  boundary(Ending::Split);
}

bool noteTakenWithin(Resource lock, const xblock_site *site) {
  auto &acquired = running.out->acquired;
  if (std::find(acquired.begin(), acquired.end(), lock) != acquired.end())
    return false;
  acquired.push_back(lock);
  if (__builtin_expect(running.followsTrails, 0))
    trails.took(lock);
  Cut here{Cut::AfterAcquire, acquired.size() + running.asked};
  if (!running.exploring || !(running.replaying ? running.given == here : isObserved(lock)))
    return false;
  hold(lock, site);
  running.out->cut = here;
  return true;
}

void noteAsked(Resource waiting, const xblock_site *site) {
  hold(waiting, site);
  ++running.asked;
}

void noteTried(Resource lock, bool taken) {
  running.ran = true;
  running.out->tried.push_back(lock);
  running.out->sync.add(resourceKey(lock), 1, taken);
}

void noteTriedReading(Resource lock, bool taken, bool first) {
  noteTried(writerOf(lock), false);
  if (first)
    noteTried(waitingOf(lock), false);
  if (taken)
    running.out->sync.add(resourceKey(readersOf(lock)), 1, 0);
}

void noteTriedWriting(Resource lock, bool taken) {
  noteTried(writerOf(lock), taken);
  running.out->tried.push_back(readersOf(lock));
  running.out->sync.add(resourceKey(readersOf(lock)), 0, 1); // who reads under it reads this key
}

void noteReleased(Resource lock) {
  bool reads = isForReading(lock);
  if (lock.kind != ResourceKind::RwWaiting)
    addEvent({.kind = RaceEvent::Kind::Release, .shared = reads, .key = resourceKey(wholeLock(lock))});
  if (isObserved(lock))
    running.out->sync.add(resourceKey(lock), 1, 1);
  ThreadState &t = change(running.thread);
  running.ran = true;
  running.trustedRelease = false;
  unsigned i = t.heldCount; // mostly the last
  do {
    if (i-- == 0)
      return;
  } while (__builtin_expect(t.held[i].lock != lock, 0));
  running.trustedRelease = t.held[i].trusted;
  if (t.held[i].sinceBlock != running.block)
    running.out->released.push_back(lock);
  --t.heldCount;
  for (; __builtin_expect(i < t.heldCount, 0); ++i)
    changeHeld(running.thread, i) = t.held[i + 1];
}

namespace {

[[gnu::always_inline]] inline bool endsAtRelease(const xblock_site *site) {
  if (running.trustedRelease) {
    running.trusted = running.keptOpen = true;
    return false;
  }
  running.endSite = site;
  return true;
}

} // namespace

void endAtRelease(const xblock_site *site) {
  if (endsAtRelease(site))
    boundaryAtReturn(Ending::Exit);
}

bool leavesAtRelease(const xblock_site *site) { return endsAtRelease(site) && leavesAtReturn(Ending::Exit); }

void noteDone(Resource lock) {
  if (holdsLock())
    noteWanted(lock);
}

void noteCondition(Resource c) {
  running.ran = true;
  running.out->sync.add(resourceKey(c), 0, 1);
}

} // namespace xblock

#include "intercept/stream_locks.h"
#include "files/arena.h"
#include "intercept/streams.h"
#include "intercept/tries.h"
#include "world/held_locks.h"
#include "world/misuse.h"

#include <cstring>

using namespace xblock;

namespace {

Mutex &edit(const StreamLock &lock) { return files::edit(lock.state); }

/// Until the running thread, which does not have it, could take it.
void waitFor(const StreamLock &lock) {
  if (!lock.state->free())
    boundaryForSpinners();
  beforeAcquire(lock.lock);
  if (lock.state->free())
    return;
  running.out->acquired.push_back(lock.lock);
  blockOn(lock.lock);
}

} // namespace

void xblock::tellStreamLock(const char *verb, const StreamLock &lock, const xblock_site *site) {
  if (running.tracing) // of one schedule, which keeps the text
    traceEvent(strdup((verb + nameOfStreamLock(lock.lock.id)).c_str()), nullptr, site);
}

void xblock::takeStreamLock(const StreamLock &lock, const xblock_site *site) {
  if (lock.state->heldBy(running.thread)) {
    edit(lock).lock(running.thread);
    return;
  }
  waitFor(lock);
  edit(lock).lock(running.thread);
  noteHeld(lock.lock, site);
  afterAcquire(lock.lock);
}

bool xblock::giveStreamLock(const StreamLock &lock) {
  if (edit(lock).unlock(running.thread) != UnlockResult::Released)
    return false;
  noteReleased(lock.lock);
  return true;
}

void xblock::passStandardLock(int stream, const xblock_site *site) {
  RuntimeScope scope;
  StreamLock lock = standardLock(stream);
  if (lock.state->heldBy(running.thread))
    return;
  waitFor(lock);
  if (!noteTakenWithin(lock.lock, site))
    return;
  edit(lock).lock(running.thread);
  boundary(Ending::Split);
  giveStreamLock(lock);
}

void xblock::adoptStreamLock(const StreamLock &lock, FILE *original) {
  struct Native { ///< glibc's _IO_lock_t
    int lock, count;
    void *owner;
  };
  const auto *native = static_cast<const Native *>(static_cast<void *>(original->_lock));
  if (!native || native->count <= 0)
    return;
  for (int i = 0; i < native->count; ++i)
    edit(lock).lock(running.thread);
  noteHeld(lock.lock, nullptr);
}

XBLOCK_OF_FILES(void, flockfile, (FILE * stream), (stream), {
  RuntimeScope scope;
  StreamLock lock = lockOf(stream, "flockfile", site);
  bool first = !lock.state->heldBy(running.thread);
  takeStreamLock(lock, site);
  lock = lockOf(stream, "flockfile", site); // others may have run before it was taken
  tellStreamLock(first ? "lock " : "lock again ", lock, site);
})
XBLOCK_OF_FILES(void, funlockfile, (FILE * stream), (stream), {
  RuntimeScope scope;
  StreamLock lock = lockOf(stream, "funlockfile", site);
  if (!lock.state->heldBy(running.thread)) {
    running.out->sync.add(resourceKey(lock.lock), 1, 0); // who holds it depends on who came before
    if (lock.state->free())
      misuse(stream, "%s unlocks a stream that is not locked", ThreadName(running.thread).text);
    misuse(stream, "%s unlocks a stream held by %s", ThreadName(running.thread).text, HolderName(lock.state->owner(), lock.lock).text);
  }
  bool last = lock.state->count() == 1;
  tellStreamLock(last ? "unlock " : "unlock once ", lock, site);
  if (giveStreamLock(lock))
    endAtRelease(site);
})
XBLOCK_OF_FILES(int, ftrylockfile, (FILE * stream), (stream), {
  CallPlace place = XBLOCK_CALL_PLACE(stream);
  RuntimeScope scope;
  StreamLock lock = lockOf(stream, "ftrylockfile", site);
  if (lock.state->heldBy(running.thread)) {
    edit(lock).lock(running.thread);
    return 0;
  }
  bool taken = lock.state->free();
  if (taken) {
    edit(lock).lock(running.thread);
    noteHeld(lock.lock, site, true);
  }
  tellStreamLock(taken ? "try to lock " : "try in vain to lock ", lock, site);
  endTry(lock.lock, taken, site, place);
  return taken ? 0 : -1;
})

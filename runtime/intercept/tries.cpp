#include "intercept/tries.h"

using namespace xblock;

namespace {

/// A loop that does nothing but try is seen to wait (waiting_loops.h), and needs no bound.
bool onlyTries() { return threadOf(running.thread).quietBlocks != 0; }

} // namespace

void xblock::endTry(Resource lock, bool taken, const xblock_site *site, CallPlace place) {
  noteTried(lock, taken);
  endTold(lock, taken, site, place);
}

void xblock::endTold(Resource lock, bool taken, const xblock_site *site, CallPlace place) {
  static const xblock_site unknown{};
  traceEvent(taken ? "try-lock" : "try-lock, busy:", reinterpret_cast<void *>(lock.id), site);
  if (!running.exploring)
    return;
  if (taken) {
    noteFruit(place);
  } else {
    running.endSite = site ? site : &unknown;
    uint32_t times = onlyTries() ? 0 : noteFruitless(place);
    if (times > running.mostTries) {
      running.out->nowWaiting = running.triesBounded = true;
      bool hopeless = times > running.mostTries + kMostAlone;
      running.out->blockedOn = {hopeless ? ResourceKind::Bound : ResourceKind::Patience, lock.id};
    }
  }
  boundary(Ending::Split);
}

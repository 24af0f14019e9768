// pthread_barrier_*. The state machine is sync/barrier.h, laid over the program's own object; who waits stands in the thread
// table.
#include "sync/barrier.h"
#include "intercept/define.h"
#include "world/modules_linux.h"
#include "world/misuse.h"
#include "world/process_world.h"

#include <cerrno>
#include <pthread.h>

using namespace xblock;

namespace {

Resource resourceOf(pthread_barrier_t *b) { return {ResourceKind::Barrier, reinterpret_cast<uint64_t>(b)}; }
bool modelled(pthread_barrier_t *b) { return running.onFiber && !isForeignStatic(b); }

/// Threads that come are ordered, and whoever makes or destroys it.
void noteUse(pthread_barrier_t *b) {
  running.ran = true;
  running.out->data.add(resourceKey(resourceOf(b)), 1, 1);
}

Barrier *barrierAt(pthread_barrier_t *b, const char *what) {
  touchObject(b, sizeof *b);
  Barrier *barrier = Barrier::at(b);
  if (!barrier->ready())
    noteUse(b); // the failure depends on who came before
  if (barrier->destroyed())
    misuse(b, "%s of a destroyed barrier", what);
  if (!barrier->ready())
    misuse(b, "%s of a barrier that pthread_barrier_init did not make", what);
  return barrier;
}

void wakeAll(Resource barrier) {
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    if (!threadTable[i].waiting || threadTable[i].condition != barrier)
      continue;
    change(ThreadId{i}).waiting = false;
    noteHand(ThreadId{i});
    running.out->woken.push_back({ThreadId{i}, {}});
  }
}

void wait(Resource barrier) {
  if (!running.exploring)
    failf(FailureKind::Deadlock, "main waits at a barrier, and no other thread exists");
  ThreadState &t = change(running.thread);
  t.waiting = true;
  t.timed = t.idle = false;
  t.condition = barrier;
  t.mutex = {};
  running.out->nowWaiting = true;
  running.out->blockedOn = barrier;
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_barrier_init,
                  (pthread_barrier_t * b, const pthread_barrierattr_t *attr, unsigned count), (b, attr, count)) {
  const xblock_site *site = takeSite();
  if (isForeignStatic(b))
    return XBLOCK_REAL(int(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned),
                       "pthread_barrier_init")(b, attr, count);
  RuntimeScope scope;
  int shared = 0;
  if (attr)
    pthread_barrierattr_getpshared(attr, &shared);
  if (shared)
    unsupported("a barrier shared between processes", site);
  if (count == 0 && running.onFiber)
    misuse(b, "pthread_barrier_init with a count of 0");
  noteWrite(b, sizeof *b, site);
  bool made = Barrier::at(b)->init(count);
  if (running.onFiber) {
    noteUse(b);
    traceEvent("initialise", b, site);
    boundary(Ending::Split);
  }
  return made ? 0 : EINVAL;
}

XBLOCK_EVERYWHERE(int, pthread_barrier_destroy, (pthread_barrier_t * b), (b)) {
  const xblock_site *site = takeSite();
  if (!modelled(b))
    return XBLOCK_REAL(int(pthread_barrier_t *), "pthread_barrier_destroy")(b);
  RuntimeScope scope;
  Barrier *barrier = barrierAt(b, "pthread_barrier_destroy");
  noteWrite(b, sizeof *b, site);
  noteUse(b);
  if (!barrier->destroy())
    misuse(b, "pthread_barrier_destroy of a barrier at which a thread waits");
  traceEvent("destroy", b, site);
  boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_barrier_wait, (pthread_barrier_t * b), (b)) {
  const xblock_site *site = takeSite();
  if (!modelled(b)) {
    if (running.onFiber)
      unsupported("a wait at a library's own barrier", site);
    return XBLOCK_REAL(int(pthread_barrier_t *), "pthread_barrier_wait")(b);
  }
  RuntimeScope scope;
  boundaryBeforeBlocking();
  Resource r = resourceOf(b);
  noteWanted(r);
  running.out->owed.push_back(r);
  bool last = barrierAt(b, "pthread_barrier_wait")->arrive();
  noteUse(b);
  noteMeeting(r);
  traceEvent(last ? "last to come to" : "come to", b, site);
  if (last)
    wakeAll(r);
  else
    wait(r);
  boundary(Ending::Split);
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

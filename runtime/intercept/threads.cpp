// pthread_create and its family. The state machine is sync/thread_life.h.
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/files.h"
#include "intercept/thread_exit.h"
#include "world/modules_linux.h"
#include "world/explore_call.h"
#include "world/heap_stacks.h"
#include "world/misuse.h"
#include "world/process_world.h"
#include "world/stack_slots.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <pthread.h>

using namespace xblock;

namespace {

ThreadId idOf(pthread_t t) { return ThreadId{static_cast<uint32_t>(t - 1)}; }
bool exists(pthread_t t) { return t >= 1 && t <= scalars.threads; }

/// The signals that a thread blocks at first: as the attributes say, or as its creator.
uint64_t startingMask(const pthread_attr_t *attr) {
  uint64_t mask = threadOf(running.thread).signalMask;
  sigset_t set;
  if (attr && pthread_attr_getsigmask_np(attr, &set) == 0)
    memcpy(&mask, &set, sizeof mask);
  return mask;
}

void *threadMain(void *) {
  const ThreadState &t = threadOf(running.thread);
  void *result = t.start(t.startArgument);
  if (running.cutPending)
    cutNow(); // the function of a thread that is cancelled asynchronously did not quite return
  change(running.thread).result = result;
  leaveAsynchronous([] { change(running.thread).cancel.finish(); });
  finishThread();
}

} // namespace

void xblock::refuseLargerStack(const pthread_attr_t *attr, const xblock_site *site) {
  static char message[96];
  pthread_attr_t standard;
  size_t asked = 0, usual = 0;
  pthread_attr_init(&standard);
  pthread_attr_getstacksize(&standard, &usual);
  pthread_attr_destroy(&standard);
  pthread_attr_getstacksize(attr, &asked);
  if (asked == usual || asked <= stacks.size)
    return;
  snprintf(message, sizeof message, "a thread with a stack of %zu bytes, which --stack-size=%zu would give it", asked, asked);
  unsupported(message, site);
}

XBLOCK_EVERYWHERE(int, pthread_create,
                  (pthread_t * out, const pthread_attr_t *attr, void *(*start)(void *), void *argument),
                  (out, attr, start, argument)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber) {
    if (runtimeDepth == 0 || isProgramCode(reinterpret_cast<void *>(start)))
      unsupportedBeforeMain("pthread_create before main");
    return XBLOCK_REAL(int(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *),
                       "pthread_create")(out, attr, start, argument);
  }
  {
    RuntimeScope scope;
    if (exploreCalls.atCalls && !exploreCalls.inBody)
      unsupported("a thread that is created outside of xblock::explore(), in a program that explores there: create it within,", site);
    noteWrite(out, sizeof *out, site);
    if (attr)
      refuseLargerStack(attr, site);
    ThreadId id = createThread(threadMain, nullptr);
    ThreadState &t = change(id);
    t.start = start;
    t.startArgument = argument;
    t.createdStack = keepStackToTell();
    int detach = attr ? PTHREAD_CREATE_JOINABLE : defaultDetachState();
    if (attr)
      pthread_attr_getdetachstate(attr, &detach);
    t.signalMask = startingMask(attr);
    if (threadOf(running.thread).signalMask & ~t.signalMask)
      unsupported("a thread that does not block a signal that its creator blocks", site);
    if (detach == PTHREAD_CREATE_DETACHED)
      t.life.detach();
    *out = index(id) + 1;
    running.out->started.push_back(id);
    noteCreated(id);
    running.ran = true;
    traceThread("start", id, site);
    if (!running.exploring)
      beginFiles();
    running.exploring = true;
  }
  boundary(Ending::Split);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_detach, (pthread_t thread), (thread)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t), "pthread_detach")(thread);
  RuntimeScope scope;
  if (!exists(thread))
    return ESRCH;
  running.ran = true;
  ThreadId id = idOf(thread);
  switch (change(id).life.detach()) {
  case DetachResult::DetachedBefore:
    misuse(id, "pthread_detach of %s, which is detached", ThreadName(id).text);
  case DetachResult::JoinedBefore:
    misuse(id, "pthread_detach of %s, which was joined before", ThreadName(id).text);
  case DetachResult::Detached:
    break;
  }
  traceThread("detach", id, site);
  return 0;
}

XBLOCK_EVERYWHERE(pthread_t, pthread_self, (), ()) {
  if (!running.onFiber)
    return XBLOCK_REAL(pthread_t(), "pthread_self")();
  return index(running.thread) + 1;
}

XBLOCK_EVERYWHERE(int, pthread_equal, (pthread_t a, pthread_t b), (a, b)) { return a == b; }

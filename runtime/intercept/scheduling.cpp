// How threads are scheduled, where their stacks lie, and what they are made with by default: kept for who asks. Every thread has a
// stack of the model's own, and what is asked for has no effect.
#include "intercept/define.h"
#include "intercept/thread_exit.h"
#include "world/process_world.h"
#include "world/stack_slots.h"

#include <cerrno>
#include <ctime>
#include <pthread.h>
#include <sched.h>

using namespace xblock;

namespace {

bool exists(pthread_t t) { return t >= 1 && t <= scalars.threads; }
ThreadId idOf(pthread_t t) { return ThreadId{static_cast<uint32_t>(t - 1)}; }

/// What a thread is made with that is given nothing, and how many threads the program would like to have run.
struct alignas(kChunk) Defaults {
  int detach = PTHREAD_CREATE_JOINABLE, policy = SCHED_OTHER, priority = 0, inherit = PTHREAD_INHERIT_SCHED;
  size_t stackSize = 0, guardSize = 0; ///< 0: those of glibc
  int concurrency = 0;
} defaults; // tracked

bool fits(int policy, int priority) {
  int low = sched_get_priority_min(policy), high = sched_get_priority_max(policy);
  return low >= 0 && high >= 0 && priority >= low && priority <= high;
}

/// Of the whole struct; whoever writes comes before or after.
void noteDefaults(bool written) {
  if (written)
    noteAtomicWrite(&defaults, sizeof defaults);
  else
    noteAtomicRead(&defaults, sizeof defaults);
}

void noteScheduling(const ThreadState &t, bool written) {
  if (written)
    noteAtomicWrite(&t.policy, sizeof t.policy + sizeof t.priority);
  else
    noteAtomicRead(&t.policy, sizeof t.policy + sizeof t.priority);
}

} // namespace

int xblock::defaultDetachState() {
  noteDefaults(false);
  return defaults.detach;
}

XBLOCK_EVERYWHERE(int, pthread_setschedparam, (pthread_t thread, int policy, const sched_param *parameters),
                  (thread, policy, parameters)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, int, const sched_param *), "pthread_setschedparam")(thread, policy, parameters);
  noteRead(parameters, sizeof *parameters, site);
  if (!exists(thread))
    return ESRCH;
  if (!fits(policy, parameters->sched_priority))
    return EINVAL;
  noteScheduling(threadOf(idOf(thread)), true);
  ThreadState &t = change(idOf(thread));
  t.policy = policy;
  t.priority = parameters->sched_priority;
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_getschedparam, (pthread_t thread, int *policy, sched_param *parameters),
                  (thread, policy, parameters)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, int *, sched_param *), "pthread_getschedparam")(thread, policy, parameters);
  if (!exists(thread))
    return ESRCH;
  noteWrite(policy, sizeof *policy, site);
  noteWrite(parameters, sizeof *parameters, site);
  const ThreadState &t = threadOf(idOf(thread));
  noteScheduling(t, false);
  *policy = t.policy;
  parameters->sched_priority = t.priority;
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_setschedprio, (pthread_t thread, int priority), (thread, priority)) {
  takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, int), "pthread_setschedprio")(thread, priority);
  if (!exists(thread))
    return ESRCH;
  noteScheduling(threadOf(idOf(thread)), true);
  if (!fits(threadOf(idOf(thread)).policy, priority))
    return EINVAL;
  change(idOf(thread)).priority = priority;
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_setconcurrency, (int level), (level)) {
  takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(int), "pthread_setconcurrency")(level);
  if (level < 0)
    return EINVAL;
  noteDefaults(true);
  defaults.concurrency = level;
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_getconcurrency, (), ()) {
  takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(), "pthread_getconcurrency")();
  noteDefaults(false);
  return defaults.concurrency;
}

XBLOCK_EVERYWHERE(int, pthread_getcpuclockid, (pthread_t thread, clockid_t *clock), (thread, clock)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, clockid_t *), "pthread_getcpuclockid")(thread, clock);
  if (!exists(thread))
    return ESRCH;
  noteWrite(clock, sizeof *clock, site);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_getattr_np, (pthread_t thread, pthread_attr_t *attr), (thread, attr)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, pthread_attr_t *), "pthread_getattr_np")(thread, attr);
  if (!exists(thread))
    return ESRCH;
  noteWrite(attr, sizeof *attr, site);
  const ThreadState &t = threadOf(idOf(thread));
  noteScheduling(t, false);
  uint64_t low = t.stackTop - stacks.size;
  sched_param parameters{t.priority};
  pthread_attr_init(attr);
  pthread_attr_setdetachstate(attr, t.life.detached() ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  pthread_attr_setstack(attr, reinterpret_cast<void *>(low), t.stackTop - low);
  pthread_attr_setguardsize(attr, layout::kStackGuard);
  pthread_attr_setschedpolicy(attr, t.policy);
  pthread_attr_setschedparam(attr, &parameters);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_getattr_default_np, (pthread_attr_t * attr), (attr)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_attr_t *), "pthread_getattr_default_np")(attr);
  noteWrite(attr, sizeof *attr, site);
  noteDefaults(false);
  sched_param parameters{defaults.priority};
  pthread_attr_init(attr);
  pthread_attr_setdetachstate(attr, defaults.detach);
  pthread_attr_setschedpolicy(attr, defaults.policy);
  pthread_attr_setschedparam(attr, &parameters);
  pthread_attr_setinheritsched(attr, defaults.inherit);
  if (defaults.stackSize)
    pthread_attr_setstacksize(attr, defaults.stackSize);
  if (defaults.guardSize)
    pthread_attr_setguardsize(attr, defaults.guardSize);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_setattr_default_np, (const pthread_attr_t *attr), (attr)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(const pthread_attr_t *), "pthread_setattr_default_np")(attr);
  noteRead(attr, sizeof *attr, site);
  RuntimeScope scope;
  refuseLargerStack(attr, site);
  Defaults asked = defaults;
  sched_param parameters{};
  void *stack = nullptr;
  pthread_attr_getdetachstate(attr, &asked.detach);
  pthread_attr_getschedpolicy(attr, &asked.policy);
  pthread_attr_getschedparam(attr, &parameters);
  pthread_attr_getinheritsched(attr, &asked.inherit);
  pthread_attr_getstacksize(attr, &asked.stackSize);
  pthread_attr_getguardsize(attr, &asked.guardSize);
  size_t size = 0;
  pthread_attr_getstack(attr, &stack, &size);
  asked.priority = parameters.sched_priority;
  if (!fits(asked.policy, asked.priority) || reinterpret_cast<uint64_t>(stack) + size) // no two threads have one stack
    return EINVAL;
  noteDefaults(true);
  defaults = asked;
  return 0;
}

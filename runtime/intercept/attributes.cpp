// pthread_*attr_*: what they write lies in memory of the program, and is rolled back. What an attribute asks for is looked at
// where an object is made with it.
#include "intercept/define.h"

#include <csignal>
#include <pthread.h>
#include <sched.h>

using namespace xblock;

#define XBLOCK_ATTRIBUTE(name, parameters, arguments)                                              \
  XBLOCK_INSTRUMENTED(int, name, parameters) {                                                     \
    noteWrite(attr, sizeof *attr, takeSite());                                                     \
    return name arguments;                                                                         \
  }
#define XBLOCK_LOOK(name, type, value_type)                                                        \
  XBLOCK_INSTRUMENTED(int, name, (const type *attr, value_type *value)) {                          \
    const xblock_site *site = takeSite();                                                          \
    noteRead(attr, sizeof *attr, site);                                                            \
    noteWrite(value, sizeof *value, site);                                                         \
    return name(attr, value);                                                                      \
  }

XBLOCK_ATTRIBUTE(pthread_attr_init, (pthread_attr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_attr_destroy, (pthread_attr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_attr_setdetachstate, (pthread_attr_t * attr, int state), (attr, state))
XBLOCK_LOOK(pthread_attr_getdetachstate, pthread_attr_t, int)
XBLOCK_ATTRIBUTE(pthread_attr_setstacksize, (pthread_attr_t * attr, size_t size), (attr, size))
XBLOCK_LOOK(pthread_attr_getstacksize, pthread_attr_t, size_t)

XBLOCK_ATTRIBUTE(pthread_attr_setguardsize, (pthread_attr_t * attr, size_t size), (attr, size))
XBLOCK_LOOK(pthread_attr_getguardsize, pthread_attr_t, size_t)
XBLOCK_ATTRIBUTE(pthread_attr_setinheritsched, (pthread_attr_t * attr, int inherit), (attr, inherit))
XBLOCK_LOOK(pthread_attr_getinheritsched, pthread_attr_t, int)
XBLOCK_ATTRIBUTE(pthread_attr_setschedparam, (pthread_attr_t * attr, const sched_param *parameters), (attr, parameters))
XBLOCK_LOOK(pthread_attr_getschedparam, pthread_attr_t, sched_param)
XBLOCK_ATTRIBUTE(pthread_attr_setschedpolicy, (pthread_attr_t * attr, int policy), (attr, policy))
XBLOCK_LOOK(pthread_attr_getschedpolicy, pthread_attr_t, int)
XBLOCK_ATTRIBUTE(pthread_attr_setstack, (pthread_attr_t * attr, void *stack, size_t size), (attr, stack, size))
XBLOCK_ATTRIBUTE(pthread_attr_setscope, (pthread_attr_t * attr, int scope), (attr, scope))
XBLOCK_LOOK(pthread_attr_getscope, pthread_attr_t, int)

XBLOCK_ATTRIBUTE(pthread_mutexattr_init, (pthread_mutexattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_mutexattr_destroy, (pthread_mutexattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_mutexattr_settype, (pthread_mutexattr_t * attr, int type), (attr, type))
XBLOCK_LOOK(pthread_mutexattr_gettype, pthread_mutexattr_t, int)
XBLOCK_ATTRIBUTE(pthread_mutexattr_setpshared, (pthread_mutexattr_t * attr, int shared), (attr, shared))
XBLOCK_LOOK(pthread_mutexattr_getpshared, pthread_mutexattr_t, int)
XBLOCK_ATTRIBUTE(pthread_mutexattr_setrobust, (pthread_mutexattr_t * attr, int robust), (attr, robust))
XBLOCK_LOOK(pthread_mutexattr_getrobust, pthread_mutexattr_t, int)
XBLOCK_ATTRIBUTE(pthread_mutexattr_setprotocol, (pthread_mutexattr_t * attr, int protocol), (attr, protocol))
XBLOCK_LOOK(pthread_mutexattr_getprotocol, pthread_mutexattr_t, int)
XBLOCK_ATTRIBUTE(pthread_mutexattr_setprioceiling, (pthread_mutexattr_t * attr, int ceiling), (attr, ceiling))
XBLOCK_LOOK(pthread_mutexattr_getprioceiling, pthread_mutexattr_t, int)

XBLOCK_ATTRIBUTE(pthread_condattr_init, (pthread_condattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_condattr_destroy, (pthread_condattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_condattr_setclock, (pthread_condattr_t * attr, clockid_t clock), (attr, clock))
XBLOCK_LOOK(pthread_condattr_getclock, pthread_condattr_t, clockid_t)
XBLOCK_ATTRIBUTE(pthread_condattr_setpshared, (pthread_condattr_t * attr, int shared), (attr, shared))
XBLOCK_LOOK(pthread_condattr_getpshared, pthread_condattr_t, int)

XBLOCK_ATTRIBUTE(pthread_rwlockattr_init, (pthread_rwlockattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_rwlockattr_destroy, (pthread_rwlockattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_rwlockattr_setkind_np, (pthread_rwlockattr_t * attr, int kind), (attr, kind))
XBLOCK_LOOK(pthread_rwlockattr_getkind_np, pthread_rwlockattr_t, int)
XBLOCK_ATTRIBUTE(pthread_rwlockattr_setpshared, (pthread_rwlockattr_t * attr, int shared), (attr, shared))
XBLOCK_LOOK(pthread_rwlockattr_getpshared, pthread_rwlockattr_t, int)

XBLOCK_ATTRIBUTE(pthread_barrierattr_init, (pthread_barrierattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_barrierattr_destroy, (pthread_barrierattr_t * attr), (attr))
XBLOCK_ATTRIBUTE(pthread_barrierattr_setpshared, (pthread_barrierattr_t * attr, int shared), (attr, shared))
XBLOCK_LOOK(pthread_barrierattr_getpshared, pthread_barrierattr_t, int)

// By name: the linker warns of their use.
XBLOCK_INSTRUMENTED(int, pthread_attr_setstackaddr, (pthread_attr_t * attr, void *stack)) {
  noteWrite(attr, sizeof *attr, takeSite());
  return XBLOCK_REAL(int(pthread_attr_t *, void *), "pthread_attr_setstackaddr")(attr, stack);
}

XBLOCK_INSTRUMENTED(int, pthread_attr_getstackaddr, (const pthread_attr_t *attr, void **stack)) {
  const xblock_site *site = takeSite();
  noteRead(attr, sizeof *attr, site);
  noteWrite(stack, sizeof *stack, site);
  return XBLOCK_REAL(int(const pthread_attr_t *, void **), "pthread_attr_getstackaddr")(attr, stack);
}

XBLOCK_INSTRUMENTED(int, pthread_attr_getstack, (const pthread_attr_t *attr, void **stack, size_t *size)) {
  const xblock_site *site = takeSite();
  noteRead(attr, sizeof *attr, site);
  noteWrite(stack, sizeof *stack, site);
  noteWrite(size, sizeof *size, site);
  return pthread_attr_getstack(attr, stack, size);
}

namespace {

/// What glibc keeps of attributes on the heap: a pointer to a set of processors and its size, a set of signals and whether it is one.
void touchExtension(pthread_attr_t *attr) {
  struct Extension {
    void *processors;
    size_t size;
    sigset_t signals;
    bool hasSignals;
  };
  constexpr size_t kAt = 40; // in pthread_attr_t
  auto *extension = *reinterpret_cast<Extension **>(reinterpret_cast<char *>(attr) + kAt);
  if (!extension)
    return;
  touch(extension, sizeof *extension);
  if (extension->processors)
    touch(extension->processors, extension->size);
}

} // namespace

XBLOCK_INSTRUMENTED(int, pthread_attr_setaffinity_np, (pthread_attr_t * attr, size_t size, const cpu_set_t *set)) {
  const xblock_site *site = takeSite();
  noteWrite(attr, sizeof *attr, site);
  if (set)
    noteRead(set, size, site);
  touchExtension(attr);
  return pthread_attr_setaffinity_np(attr, size, set);
}

XBLOCK_INSTRUMENTED(int, pthread_attr_getaffinity_np, (const pthread_attr_t *attr, size_t size, cpu_set_t *set)) {
  const xblock_site *site = takeSite();
  noteRead(attr, sizeof *attr, site);
  noteWrite(set, size, site);
  return pthread_attr_getaffinity_np(attr, size, set);
}

XBLOCK_INSTRUMENTED(int, pthread_attr_setsigmask_np, (pthread_attr_t * attr, const sigset_t *set)) {
  const xblock_site *site = takeSite();
  noteWrite(attr, sizeof *attr, site);
  if (set)
    noteRead(set, sizeof *set, site);
  touchExtension(attr);
  return pthread_attr_setsigmask_np(attr, set);
}

XBLOCK_INSTRUMENTED(int, pthread_attr_getsigmask_np, (const pthread_attr_t *attr, sigset_t *set)) {
  const xblock_site *site = takeSite();
  noteRead(attr, sizeof *attr, site);
  noteWrite(set, sizeof *set, site);
  return pthread_attr_getsigmask_np(attr, set);
}

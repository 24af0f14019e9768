// What threads are called, and on which processors they run: kept for who asks, without effect.
#include "intercept/accesses.h"
#include "intercept/heap.h"
#include "world/process_world.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace xblock;

namespace {

bool exists(pthread_t t) { return t >= 1 && t <= scalars.threads; }
ThreadId idOf(pthread_t t) { return ThreadId{static_cast<uint32_t>(t - 1)}; }

} // namespace

XBLOCK_EVERYWHERE(int, pthread_setname_np, (pthread_t thread, const char *name), (thread, name)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, const char *), "pthread_setname_np")(thread, name);
  size_t length = strnlen(name, sizeof ThreadState::name);
  noteRead(name, length, site);
  if (length == sizeof ThreadState::name)
    return ERANGE;
  if (!exists(thread))
    return ESRCH;
  char *kept = change(idOf(thread)).name;
  noteAtomicWrite(kept, sizeof ThreadState::name);
  memcpy(kept, name, length + 1);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_getname_np, (pthread_t thread, char *out, size_t size), (thread, out, size)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, char *, size_t), "pthread_getname_np")(thread, out, size);
  if (size < sizeof ThreadState::name)
    return ERANGE;
  if (!exists(thread))
    return ESRCH;
  const char *kept = threadOf(idOf(thread)).name;
  noteAtomicRead(kept, sizeof ThreadState::name);
  noteWrite(out, sizeof ThreadState::name, site);
  strncpy(out, *kept ? kept : program_invocation_short_name, sizeof ThreadState::name - 1);
  out[sizeof ThreadState::name - 1] = 0;
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_setaffinity_np, (pthread_t thread, size_t size, const cpu_set_t *set),
                  (thread, size, set)) {
  takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, size_t, const cpu_set_t *), "pthread_setaffinity_np")(thread, size, set);
  return exists(thread) ? 0 : ESRCH;
}

XBLOCK_EVERYWHERE(int, pthread_getaffinity_np, (pthread_t thread, size_t size, cpu_set_t *set), (thread, size, set)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, size_t, cpu_set_t *), "pthread_getaffinity_np")(thread, size, set);
  if (!exists(thread))
    return ESRCH;
  noteWrite(set, size, site);
  memset(set, 0, size);
  CPU_SET_S(0, size, set); // there is one OS thread, and so one processor
  return 0;
}

// The same by numbers of the system.
XBLOCK_FUNCTION(int, sched_setaffinity, (pid_t process, size_t size, const cpu_set_t *set), {
  readBytes(set, size, site);
  return running.onFiber ? 0 : sched_setaffinity(process, size, set);
})
XBLOCK_FUNCTION(int, sched_getcpu, (), { return running.onFiber ? 0 : sched_getcpu(); })
XBLOCK_FUNCTION(int, getcpu, (unsigned *processor, unsigned *node), {
  result(processor, site);
  result(node, site);
  int error = getcpu(processor, node);
  if (!error && running.onFiber) {
    if (processor)
      *processor = 0;
    if (node)
      *node = 0;
  }
  return error;
})

// Behind CPU_COUNT and CPU_ALLOC.
XBLOCK_FUNCTION(int, __sched_cpucount, (size_t size, const cpu_set_t *set), { return __sched_cpucount(size, readBytes(set, size, site)); })
XBLOCK_INSTRUMENTED(cpu_set_t *, __sched_cpualloc, (size_t processors)) { return static_cast<cpu_set_t *>(allocateForProgram(CPU_ALLOC_SIZE(processors))); }
XBLOCK_INSTRUMENTED(void, __sched_cpufree, (cpu_set_t * set)) { free(set); }

// What threads are called, and on which processors they run: kept for who asks, without effect.
#include "intercept/define.h"
#include "world/process_world.h"

#include <cerrno>
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

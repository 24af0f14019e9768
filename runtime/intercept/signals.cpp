// Signals are sent to nobody. Which of them a thread blocks is kept for who asks, and that it exists can be asked.
#include "intercept/define.h"
#include "world/misuse.h"
#include "world/process_world.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <pthread.h>

using namespace xblock;

static_assert(sizeof ThreadState::signalMask == 8 && _NSIG == 65); // what the kernel reads and writes of a sigset_t

XBLOCK_EVERYWHERE(int, pthread_kill, (pthread_t thread, int signal), (thread, signal)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, int), "pthread_kill")(thread, signal);
  if (thread < 1 || thread > scalars.threads)
    return ESRCH;
  if (signal < 0 || signal >= _NSIG)
    return EINVAL;
  RuntimeScope scope;
  if (signal)
    unsupported("call of pthread_kill with a signal", site);
  ThreadId id{static_cast<uint32_t>(thread - 1)};
  if (threadOf(id).life.joined())
    misuse(id, "pthread_kill of %s, which was joined before", ThreadName(id).text);
  return 0; // also if it has ended
}

XBLOCK_EVERYWHERE(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber || !running.exploring)
    return XBLOCK_REAL(int(int, const sigset_t *, sigset_t *), "pthread_sigmask")(how, set, old);
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return EINVAL;
  ThreadState &t = change(running.thread);
  uint64_t before = t.signalMask, given = 0;
  if (set) {
    constexpr uint64_t kOfLibrary = uint64_t{3} << 31; // signals 32 and 33, which glibc keeps for itself
    noteRead(set, sizeof given, site);
    memcpy(&given, set, sizeof given);
    given &= ~(kOfLibrary | uint64_t{1} << (SIGKILL - 1) | uint64_t{1} << (SIGSTOP - 1));
    t.signalMask = how == SIG_BLOCK ? before | given : how == SIG_UNBLOCK ? before & ~given : given;
  }
  if (old) {
    noteWrite(old, sizeof before, site);
    memcpy(old, &before, sizeof before);
  }
  return 0;
}

extern "C" int __register_atfork(void (*)(), void (*)(), void (*)(), void *);

XBLOCK_EVERYWHERE(int, pthread_atfork, (void (*prepare)(), void (*parent)(), void (*child)()), (prepare, parent, child)) {
  takeSite();
  if (running.exploring)
    return 0; // fork is refused
  RuntimeScope scope;
  return __register_atfork(prepare, parent, child, nullptr);
}

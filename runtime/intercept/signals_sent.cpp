// Signals that threads send, and wait for: raise, pthread_kill, kill of the program itself,
// sigwait, sigsuspend.
#include "intercept/accesses.h"
#include "intercept/cancellation.h"
#include "intercept/identity.h"
#include "intercept/kept_state.h"
#include "intercept/signals.h"
#include "world/misuse.h"
#include "world/process_world.h"

#include <cerrno>
#include <pthread.h>

using namespace xblock;

namespace {

int fails(int error) {
  errno = error;
  return -1;
}

/// It is pending from now on, for a thread or the process.
void makePending(SignalSet &pending, int signal, const char *verb, const xblock_site *site) {
  const Resource taken{ResourceKind::Signal, static_cast<uint64_t>(signal)};
  running.ran = true;
  noteAtomicWrite(&pending, sizeof pending);
  pending |= bitOf(signal);
  notePost(taken);
  running.out->owed.push_back(taken);
  endStep(verb, site);
}

/// Who asks whether a thread blocks a signal comes before or after it changes that; and before or
/// after its end, if it does not: one that has ended takes none.
bool blocks(ThreadId t, int signal) {
  running.ran = true;
  const SignalSet &mask = threadOf(t).signalMask;
  noteAtomicRead(&mask, sizeof mask);
  if (mask & bitOf(signal))
    return true;
  running.out->data.add(resourceKey({ResourceKind::ThreadEnd, index(t)}), 1, 0);
  return false;
}

/// To the running thread itself.
void sendHere(int signal, const xblock_site *site) {
  {
    RuntimeScope scope;
    refuseQueued(signal, site);
    if (threadOf(running.thread).signalMask & bitOf(signal)) {
      makePending(change(running.thread).signalsPending, signal, "raise a blocked signal", site);
      return;
    }
  }
  takeSignal(signal, site);
}

/// It comes to a thread that does not block it: at any moment, where that has a handler.
void comeToAnother(int signal, const xblock_site *site) {
  if (hasHandler(signal))
    unsupported("a signal whose handler runs in another thread than the one that sends it, which "
                "does not block it",
                site);
  if (isIgnored(signal))
    return endStep("send an ignored signal", site);
  takeSignal(signal, site); // as that thread would, wherever it is: it ends the program
}

/// To the process: whether the running thread takes it, as the only one that does not block it, or
/// as main, which Linux prefers.
bool comesHere(int signal, const xblock_site *site) {
  if (index(running.thread) == 0 && !(threadOf(running.thread).signalMask & bitOf(signal)))
    return true;
  bool here = false, others = false;
  // A thread that is created blocks what its creator does: it changes nothing here.
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    ThreadId t{i};
    if (blocks(t, signal) || threadOf(t).life.ended())
      continue;
    (t == running.thread ? here : others) = true;
  }
  if (!here && !others)
    makePending(processSignals.pending, signal, "send a signal", site);
  else if (others)
    comeToAnother(signal, site);
  return here && !others;
}

/// A wait for a signal is a cancellation point, which is not modelled: a request ends the wait
/// (ProcessWorld::available), and is seen here.
void refuseCancelled(const xblock_site *site) {
  const Cancellation &cancel = threadOf(running.thread).cancel;
  if (cancel.listens())
    running.out->data.add(resourceKey(cancelOf(running.thread)), 1, 0);
  if (cancel.acts())
    unsupported("a wait for a signal by a thread that others cancel", site);
}

Resource anyOf(SignalSet set) {
  return {ResourceKind::Signal, (uint64_t{index(running.thread)} << 32) | (set & kWaitedFor)};
}

/// The first of the set that comes. In a RuntimeScope.
int waitFor(SignalSet set, const xblock_site *site) {
  set &= kWaitedFor;
  refuseCancelled(site);
  boundaryBeforeBlocking();
  for (int s = 1; s < 32; ++s)
    if (set & bitOf(s))
      noteWanted({ResourceKind::Signal, static_cast<uint64_t>(s)});
  int signal = takePending(set);
  if (!signal)
    blockOn(anyOf(set));
  return signal;
}

void tell(siginfo_t *info, int signal, const xblock_site *site) {
  if (!info)
    return;
  *written(info, sizeof *info, site) = infoOf(signal);
}

} // namespace

XBLOCK_INSTRUMENTED(int, raise, (int signal)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return raise(signal);
  if (signal < 0 || signal >= _NSIG)
    return fails(EINVAL);
  if (signal)
    sendHere(signal, site);
  return 0;
}

XBLOCK_EVERYWHERE(int, pthread_kill, (pthread_t thread, int signal), (thread, signal)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return XBLOCK_REAL(int(pthread_t, int), "pthread_kill")(thread, signal);
  if (thread < 1 || thread > scalars.threads)
    return ESRCH;
  if (signal < 0 || signal >= _NSIG)
    return EINVAL;
  ThreadId id{static_cast<uint32_t>(thread - 1)};
  if (id == running.thread) {
    if (signal)
      sendHere(signal, site);
    return 0;
  }
  RuntimeScope scope;
  if (threadOf(id).life.joined())
    misuse(id, "pthread_kill of %s, which was joined before", ThreadName(id).text);
  if (!signal)
    return 0; // also if it has ended
  refuseQueued(signal, site);
  if (blocks(id, signal))
    makePending(change(id).signalsPending, signal, "send a signal", site);
  else if (threadOf(id).life.ended())
    endStep("send a signal to a thread that has ended", site);
  else
    comeToAnother(signal, site);
  return 0;
}

XBLOCK_INSTRUMENTED(int, kill, (pid_t process, int signal)) {
  const xblock_site *site = takeSite();
  if (running.onFiber && signal && (process == 0 || process == -kProcess))
    unsupported("kill of the group of processes", site);
  if (!running.onFiber || (!running.exploring && process != kProcess))
    return process == kProcess ? kill(getpid(), signal) : process < -1 ? kill(-realGroupOf(-process), signal) : kill(realOf(process), signal);
  if (signal < 0 || signal >= _NSIG)
    return fails(EINVAL);
  if (process != kProcess)
    unsupported("kill of another process", site);
  if (!signal)
    return 0;
  {
    RuntimeScope scope;
    refuseQueued(signal, site);
    if (!comesHere(signal, site))
      return 0;
  }
  takeSignal(signal, site);
  return 0;
}

XBLOCK_INSTRUMENTED(int, sigpending, (sigset_t * set)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return sigpending(set);
  RuntimeScope scope;
  writeSet(set, pendingNow() & threadOf(running.thread).signalMask, site);
  endStep("look at pending signals", site);
  return 0;
}

XBLOCK_INSTRUMENTED(int, sigwait, (const sigset_t *set, int *to)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return sigwait(set, to);
  RuntimeScope scope;
  int signal = waitFor(readSet(set, site), site);
  *written(to, sizeof *to, site) = signal;
  endStep("take a signal", site);
  return 0;
}

XBLOCK_INSTRUMENTED(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return sigwaitinfo(set, info);
  RuntimeScope scope;
  int signal = waitFor(readSet(set, site), site);
  tell(info, signal, site);
  endStep("take a signal", site);
  return signal;
}

XBLOCK_INSTRUMENTED(int, sigtimedwait,
                    (const sigset_t *set, siginfo_t *info, const timespec *time)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return sigtimedwait(set, info, time);
  RuntimeScope scope;
  refuseCancelled(site);
  int signal = takePending(readSet(set, site) & kWaitedFor);
  if (!signal && (time->tv_sec || time->tv_nsec))
    unsupported("a wait for a signal until a time", site);
  readBytes(time, sizeof *time, site);
  if (signal)
    tell(info, signal, site);
  endStep(signal ? "take a signal" : "no signal", site);
  return signal ? signal : fails(EAGAIN);
}

XBLOCK_INSTRUMENTED(int, sigsuspend, (const sigset_t *set)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    return sigsuspend(set);
  const SignalSet given = readSet(set, site);
  int signal = 0;
  while (!signal) {
    RuntimeScope scope;
    signal = waitFor(~given, site);
    bool ignored = isIgnored(signal);
    endStep(ignored ? "drop an ignored signal" : "take a signal", site);
    signal = ignored ? 0 : signal;
  }
  takeSignal(signal, given, threadOf(running.thread).signalMask, site);
  return fails(EINTR);
}

// The handler of SIGABRT comes first; the program ends when it returns.
XBLOCK_EVERYWHERE(void, abort, (), ()) {
  const xblock_site *site = takeSite();
  if (!running.onFiber)
    XBLOCK_REAL(void(), "abort")();
  bool handled = false;
  {
    RuntimeScope scope;
    handled = runtimeDepth == 1 && hasHandler(SIGABRT);
  }
  if (handled) {
    changeMask(threadOf(running.thread).signalMask & ~bitOf(SIGABRT), site);
    takeSignal(SIGABRT, site);
  }
  failf(FailureKind::Abort, "abort called");
}

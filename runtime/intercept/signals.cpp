// What signals do, and which of them threads block.
#include "intercept/signals.h"

#include "intercept/accesses.h"
#include "intercept/identity.h"
#include "intercept/kept_state.h"
#include "world/process_world.h"

#include <bit>
#include <cerrno>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

using namespace xblock;
using Action = struct sigaction;

namespace {

static_assert(sizeof(SignalSet) == 8 &&
              _NSIG == 65); // what the kernel reads and writes of a sigset_t

using Actions = Action[_NSIG];

} // namespace

XBLOCK_KEPT(Actions, actions, "signal_actions");

namespace {

constexpr SignalSet kOfLibrary = SignalSet{3} << 31; // 32 and 33, which glibc keeps for itself
constexpr SignalSet kNeverBlocked = kOfLibrary | bitOf(SIGKILL) | bitOf(SIGSTOP);
constexpr SignalSet kOfFaults =
    bitOf(SIGSEGV) | bitOf(SIGBUS) | bitOf(SIGFPE) | bitOf(SIGILL) | bitOf(SIGTRAP);
/// Those that come by themselves: before threads are explored they do, and find what the program
/// wants.
constexpr SignalSet kReal =
    kOfFaults | bitOf(SIGALRM) | bitOf(SIGPROF) | bitOf(SIGPIPE) | bitOf(SIGCHLD);

int fails(int error) {
  errno = error;
  return -1;
}

bool isSignal(int signal) { return signal >= 1 && signal < _NSIG && !(bitOf(signal) & kOfLibrary); }

const char *nameOf(int signal) {
  static char text[16];
  const char *name = sigabbrev_np(signal);
  snprintf(text, sizeof text, name ? "SIG%s" : "signal %s",
           name ? name : std::to_string(signal).c_str());
  return text;
}

void trace(const char *verb, int signal, const xblock_site *site) {
  if (running.tracing)
    traceEvent(strdup((std::string(verb) + nameOf(signal)).c_str()), nullptr,
               site); // of the one schedule that is traced
}

bool isIgnoredBy(const Action &action, int signal) {
  constexpr SignalSet kHarmless = bitOf(SIGCHLD) | bitOf(SIGURG) | bitOf(SIGWINCH) | bitOf(SIGCONT);
  return action.sa_handler == SIG_IGN ||
         (action.sa_handler == SIG_DFL && bitOf(signal) & kHarmless);
}

const Action &look(int signal) {
  running.ran = true;
  noteAtomicRead(&actions.value[signal], sizeof(uint64_t));
  return actions.value[signal];
}

/// Pending ones that are ignored from now on are no more.
void discard(int signal) {
  auto drop = [&](SignalSet &pending) {
    noteAtomicRead(&pending, sizeof pending);
    if (!(pending & bitOf(signal)))
      return;
    noteAtomicWrite(&pending, sizeof pending);
    pending &= ~bitOf(signal);
  };
  drop(processSignals.pending);
  for (uint32_t i = 0; i < scalars.threads; ++i)
    drop(threadTable[i].signalsPending);
}

/// In a RuntimeScope; the block ends next.
void setMask(SignalSet mask) {
  running.ran = true;
  SignalSet &mine = change(running.thread).signalMask;
  noteAtomicWrite(&mine, sizeof mine);
  mine = mask & ~kNeverBlocked;
}

/// What the thread blocks in the handler beside what it blocks else.
SignalSet blockedBy(const Action &action, int signal) {
  SignalSet blocked = 0;
  memcpy(&blocked, &action.sa_mask, sizeof blocked);
  return blocked | (action.sa_flags & SA_NODEFER ? 0 : bitOf(signal));
}

/// Calls the program's handler.
void handle(int signal, const Action &action, SignalSet before) {
  if (!(action.sa_flags & SA_SIGINFO))
    return action.sa_handler(signal);
  siginfo_t info = infoOf(signal);
  ucontext_t context{};
  memcpy(&context.uc_sigmask, &before, sizeof before);
  action.sa_sigaction(signal, &info, &context);
}

} // namespace

siginfo_t xblock::infoOf(int signal) {
  siginfo_t info{};
  info.si_signo = signal;
  info.si_code = SI_TKILL;
  info.si_pid = kProcess;
  info.si_uid = getuid();
  return info;
}

SignalSet xblock::readSet(const sigset_t *set, const xblock_site *site) {
  SignalSet value = 0;
  memcpy(&value, readBytes(set, sizeof value, site), sizeof value);
  return value;
}
void xblock::writeSet(sigset_t *set, SignalSet value, const xblock_site *site) {
  noteWrite(set, sizeof value, site);
  memcpy(set, &value, sizeof value);
}

SignalSet xblock::pendingNow() {
  running.ran = true;
  const SignalSet &mine = threadOf(running.thread).signalsPending;
  noteAtomicRead(&mine, sizeof mine);
  noteAtomicRead(&processSignals.pending, sizeof(SignalSet));
  return mine | processSignals.pending;
}

int xblock::takePending(SignalSet set) {
  SignalSet all = pendingNow() & set;
  SignalSet &mine = threadTable[index(running.thread)].signalsPending;
  if (!all)
    return 0;
  SignalSet &pending = mine & all ? mine : processSignals.pending;
  int signal = std::countr_zero(pending & all) + 1;
  noteAtomicWrite(&pending, sizeof pending);
  pending &= ~bitOf(signal);
  noteTake({ResourceKind::Signal, static_cast<uint64_t>(signal)});
  return signal;
}

bool xblock::isIgnored(int signal) { return isIgnoredBy(look(signal), signal); }
bool xblock::hasHandler(int signal) {
  const Action &action = look(signal);
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

void xblock::refuseQueued(int signal, const xblock_site *site) {
  if (signal >= 32)
    unsupported("a real-time signal", site);
}

void xblock::takeSignal(int signal, SignalSet under, SignalSet after, const xblock_site *site) {
  Action action;
  {
    RuntimeScope scope;
    action = look(signal);
    bool ignored = isIgnoredBy(action, signal), standard = action.sa_handler == SIG_DFL;
    constexpr SignalSet kStops = bitOf(SIGSTOP) | bitOf(SIGTSTP) | bitOf(SIGTTIN) | bitOf(SIGTTOU);
    if (standard && bitOf(signal) & kStops)
      unsupported("a signal that stops the process", site);
    if (standard && !ignored)
      failf(FailureKind::Signal, "%s, which ends the program: it has no handler", nameOf(signal));
    trace(ignored ? "ignore " : "handle ", signal, site);
    if (!ignored && action.sa_flags & static_cast<int>(SA_RESETHAND)) {
      noteStep(&actions.value[signal], sizeof action);
      actions.value[signal].sa_handler = SIG_DFL;
    }
    if (!ignored)
      setMask(under | blockedBy(action, signal));
    boundary(Ending::Split);
    if (ignored)
      return;
  }
  handle(signal, action, after);
  changeMask(after, site);
}

void xblock::takeSignal(int signal, const xblock_site *site) {
  SignalSet mask = threadOf(running.thread).signalMask;
  takeSignal(signal, mask, mask, site);
}

void xblock::changeMask(SignalSet mask, const xblock_site *site) {
  SignalSet freed = threadOf(running.thread).signalMask & ~mask;
  {
    RuntimeScope scope;
    setMask(mask);
    boundary(Ending::Split);
  }
  while (freed) {
    int signal = 0;
    {
      RuntimeScope scope;
      signal = takePending(~threadOf(running.thread).signalMask);
    }
    if (!signal)
      return;
    takeSignal(signal, site);
  }
}

namespace {

int setAction(int signal, const Action *to, Action *old, const xblock_site *site) {
  RuntimeScope scope;
  if (!isSignal(signal) || (to && (signal == SIGKILL || signal == SIGSTOP)))
    return fails(EINVAL);
  Action before = look(signal);
  if (to) {
    Action given = *readBytes(to, sizeof *to, site);
    if (running.exploring && bitOf(signal) & kOfFaults)
      unsupported("a handler for what a fault does, while threads are explored", site);
    noteStep(&actions.value[signal], sizeof given);
    actions.value[signal] = given;
    if (isIgnoredBy(given, signal))
      discard(signal);
    if (!running.exploring && bitOf(signal) & kReal)
      sigaction(signal, &given, nullptr);
  }
  if (old)
    *written(old, sizeof *old, site) = before;
  trace(to ? "set the action of " : "look at the action of ", signal, site);
  boundary(Ending::Split);
  return 0;
}

using Handler = void (*)(int);

Handler setHandler(int signal, Handler handler, int flags, const xblock_site *site) {
  Action action{}, old{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  if (!(flags & SA_NODEFER) && isSignal(signal)) {
    SignalSet own = bitOf(signal);
    memcpy(&action.sa_mask, &own, sizeof own);
  }
  return setAction(signal, &action, &old, site) == 0 ? old.sa_handler : SIG_ERR;
}

} // namespace

XBLOCK_INSTRUMENTED(int, sigaction, (int signal, const Action *to, Action *old)) {
  const xblock_site *site = takeSite();
  return isProgramsCall() ? setAction(signal, to, old, site) : sigaction(signal, to, old);
}
XBLOCK_INSTRUMENTED(Handler, signal, (int number, Handler handler)) {
  const xblock_site *site = takeSite();
  return isProgramsCall() ? setHandler(number, handler, SA_RESTART, site) : signal(number, handler);
}
// What signal() is where only C or POSIX is asked for.
XBLOCK_INSTRUMENTED(Handler, __sysv_signal, (int number, Handler handler)) {
  const xblock_site *site = takeSite();
  constexpr int kOnce = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
  return isProgramsCall() ? setHandler(number, handler, kOnce, site) : sysv_signal(number, handler);
}

namespace {

int setMaskAs(int how, const sigset_t *set, sigset_t *old, const xblock_site *site) {
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return EINVAL;
  const SignalSet before = threadOf(running.thread).signalMask;
  const SignalSet given = set ? readSet(set, site) : 0;
  if (old)
    writeSet(old, before, site);
  if (!set)
    return 0;
  if (!running.exploring) {
    sigset_t real;
    SignalSet some = given & kReal;
    sigemptyset(&real);
    memcpy(&real, &some, sizeof some);
    sigprocmask(how, &real, nullptr);
  }
  changeMask(how == SIG_BLOCK     ? before | given
             : how == SIG_UNBLOCK ? before & ~given
                                  : given,
             site);
  return 0;
}

} // namespace

XBLOCK_EVERYWHERE(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *old),
                  (how, set, old)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber || runtimeDepth)
    return XBLOCK_REAL(int(int, const sigset_t *, sigset_t *), "pthread_sigmask")(how, set, old);
  return setMaskAs(how, set, old, site);
}
XBLOCK_INSTRUMENTED(int, sigprocmask, (int how, const sigset_t *set, sigset_t *old)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber || runtimeDepth)
    return sigprocmask(how, set, old);
  int error = setMaskAs(how, set, old, site);
  return error ? fails(error) : 0;
}

extern "C" int __register_atfork(void (*)(), void (*)(), void (*)(), void *);

XBLOCK_EVERYWHERE(int, pthread_atfork, (void (*prepare)(), void (*parent)(), void (*child)()),
                  (prepare, parent, child)) {
  takeSite();
  if (running.exploring)
    return 0; // fork is refused
  RuntimeScope scope;
  return __register_atfork(prepare, parent, child, nullptr);
}

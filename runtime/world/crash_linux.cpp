#include "world/crash_linux.h"

#include "support/check.h"
#include "world/explorer_switch.h"
#include "world/running.h"
#include "world/stack_slots.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/mman.h>
#include <ucontext.h>

namespace xblock {

namespace {

constexpr size_t kHandlerStack = 256 * 1024;
constexpr int kWatchdogSignal = SIGVTALRM;
constexpr uint64_t kTicksPerSecond = 4;

uint64_t stuckTicks = 0;
uint64_t lastBlock = 0, ticks = 0;
std::atomic<bool> *due = nullptr;
uint64_t ticksUntilDue = 0;

const char *signalName(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "SIGSEGV";
  case SIGBUS:
    return "SIGBUS";
  case SIGFPE:
    return "SIGFPE";
  case SIGTRAP:
    return "SIGTRAP";
  case SIGABRT:
    return "SIGABRT"; // from within a library: abort itself is modelled
  default:
    return "SIGILL";
  }
}

Interrupted interrupted(void *context) {
  const auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  return {static_cast<uint64_t>(registers[REG_RIP]), static_cast<uint64_t>(registers[REG_RSP])};
}

constexpr long long kWrote = 2, kFetched = 16; // bits of a page fault's error code

void onCrash(int signal, siginfo_t *info, void *context) {
  static char message[256];
  goOnWithFailure();
  if (!running.onFiber) {
    snprintf(message, sizeof message, "%s at %p outside the program", signalName(signal), info->si_addr);
    checkFailed(message, __FILE_NAME__, __LINE__);
  }
  auto address = reinterpret_cast<uint64_t>(info->si_addr);
  const ThreadState &t = threadOf(running.thread);
  if (signal == SIGSEGV && address - t.stackLow < stacks.slot - stacks.size) {
    snprintf(message, sizeof message, "stack overflow in %s, whose stack has %lu bytes: --stack-size=BYTES gives more",
             ThreadName(running.thread).text, stacks.size);
    failFromHandler(FailureKind::Signal, message, interrupted(context));
  }
  if (signal == SIGSEGV || signal == SIGBUS) {
    auto error = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_ERR];
    undoLog.forgetFaulted(address);
    if (info->si_code == SI_KERNEL) // a non-canonical address is not told
      snprintf(message, sizeof message, "%s: access of a wild address", signalName(signal));
    else
      snprintf(message, sizeof message, "%s: %s address %p", signalName(signal),
               error & kFetched ? "jump to" : error & kWrote ? "write of" : "read of", info->si_addr);
  } else {
    snprintf(message, sizeof message, "%s", signal == SIGFPE && info->si_code == FPE_INTDIV
                                                ? "SIGFPE: integer division by zero"
                                                : signalName(signal));
  }
  failFromHandler(FailureKind::Signal, message, interrupted(context));
}

void onTick(int, siginfo_t *, void *context) {
  if (ticksUntilDue && --ticksUntilDue == 0 && due)
    due->store(true, std::memory_order_relaxed);
  if (!running.onFiber || !running.exploring || running.block != lastBlock) {
    lastBlock = running.block;
    ticks = 0;
    return;
  }
  // In the runtime's own code: at the next tick.
  if (++ticks < stuckTicks || !stuckTicks || runtimeDepth)
    return;
  ticks = 0;
  static char message[256];
  const Cancellation &cancel = threadOf(running.thread).cancel;
  if (cancel.asynchronous() && cancel.listens()) {
    snprintf(message, sizeof message, "%s computed for %lu s, cancelled asynchronously or for ever: a loop that writes nothing",
             ThreadName(running.thread).text, stuckTicks / kTicksPerSecond);
    unsupportedFromHandler(message, interrupted(context));
  }
  snprintf(message, sizeof message, "%s computed for %lu s without reaching the end of a block", ThreadName(running.thread).text,
           stuckTicks / kTicksPerSecond);
  failFromHandler(FailureKind::Stuck, message, interrupted(context));
}

void handle(int signal, void (*handler)(int, siginfo_t *, void *), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | flags;
  sigaction(signal, &action, nullptr);
}

} // namespace

void installCrashHandlers(uint64_t stuckSeconds) {
  stack_t stack{};
  stack.ss_sp = mmap(nullptr, kHandlerStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack.ss_size = kHandlerStack;
  XBLOCK_CHECK(stack.ss_sp != MAP_FAILED && sigaltstack(&stack, nullptr) == 0);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    handle(signal, onCrash, 0);
  stuckTicks = stuckSeconds * kTicksPerSecond;
  handle(kWatchdogSignal, onTick, SA_RESTART);
  startWatchdog();
}

void tellWhenDue(std::atomic<bool> *flag, uint64_t seconds) {
  ticksUntilDue = 0;
  due = flag;
  ticksUntilDue = flag ? seconds * kTicksPerSecond : 0;
}

void startWatchdog() {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = kWatchdogSignal;
  timer_t timer;
  itimerspec every{};
  every.it_interval.tv_nsec = every.it_value.tv_nsec = 1000000000 / kTicksPerSecond;
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
    timer_settime(timer, 0, &every, nullptr);
}

} // namespace xblock

#include "world/crash_linux.h"

#include "memory/fixups.h"
#include "memory/private_memory.h"
#include "support/check.h"
#include "support/report_streams_linux.h"
#include "support/verdict_signal_linux.h"
#include "world/explorer_switch.h"
#include "world/modules_linux.h"
#include "world/output.h"
#include "world/running.h"
#include "world/stack_slots.h"
#include "world/strict_memory_linux.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <gnu/libc-version.h>
#include <link.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

/// The runtime as it is loaded, from the linker.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start, _end;

namespace xblock {

const char *calledOutside = nullptr;

namespace {

constexpr int kUsageError = 3; // Verdict::Usage

constexpr size_t kHandlerStack = 256 * 1024;
constexpr int kWatchdogSignal = SIGVTALRM;
constexpr uint64_t kTicksPerSecond = 4;
constexpr int kSecond = 1; // the signal's value, if it is of the clock
constexpr uint64_t kPatience = 10;

uint64_t handlerStack = 0;
uint64_t stuckTicks = 0;
uint64_t lastBlock = 0, ticks = 0;
// Of the ticks of this block: in the program's own code, and in libraries without hooks.
uint64_t programTicks = 0, libraryTicks = 0;
uint64_t libcLow = 0, libcHigh = 0;
std::atomic<bool> *due = nullptr;
uint64_t blockAtSecond = 0, secondsWaited = 0, ticksAtSecond = 0, allTicks = 0;
bool searching = false;
uint64_t ticksUntilDue = 0;
uint64_t blockOfCrashes = 0, crashes = 0;
constexpr uint64_t kMostCrashes = 8; // of a block, and of telling that it crashed
volatile bool ownTime = false;

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

/// Without libc.
long kernelCall(long number, long a, long b, long c, long d) {
  register long fourth __asm__("r10") = d;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
  return result;
}

constexpr long long kWrote = 2, kFetched = 16; // bits of a page fault's error code

/// What tells of crashes crashes itself: what it works with is damaged. Nothing but the kernel is asked for anything.
[[noreturn]] void dieAtOnce(int signal) {
  constexpr char kLine[] = "xblock: internal error: what tells of crashes crashed itself, of damaged memory\n";
  kernelCall(SYS_write, reportStream(2), reinterpret_cast<long>(kLine), sizeof kLine - 1, 0);
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    unsigned long mask;
  } defaults = {SIG_DFL, 0, nullptr, 0};
  kernelCall(SYS_rt_sigaction, signal, reinterpret_cast<long>(&defaults), 0, sizeof defaults.mask);
  kernelCall(SYS_kill, kernelCall(SYS_getpid, 0, 0, 0, 0), signal, 0, 0);
  for (;;)
    kernelCall(SYS_exit_group, 3, 0, 0, 0);
}

/// Whether the program is to go on: the signal is one by which --memory=strict sees writes.
bool isStrict(int signal, uint64_t address, void *context) {
  constexpr long long kStep = 0x100; // the trap flag
  auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  if (signal == SIGTRAP && stepped()) {
    registers[REG_EFL] &= ~kStep;
    return true;
  }
  if (signal != SIGSEGV || !(registers[REG_ERR] & kWrote))
    return false;
  Faulted what = strictFault(address, interrupted(context));
  if (what == Faulted::Step)
    registers[REG_EFL] |= kStep;
  return what != Faulted::Ours;
}

/// An instruction that copies or fills downwards on purpose, with its own std before it or cld behind it, as glibc's memmove does: what it
/// faults at is its caller's mistake.
bool isDownwards(int signal, void *context) {
  const auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<uint64_t>(registers[REG_RIP]);
  const bool isCode = (signal == SIGSEGV || signal == SIGBUS) && !(registers[REG_ERR] & kFetched) && pc >> 47 == 0; // else it cannot be read
  constexpr unsigned char kRepeat = 0xf3, kWide = 0x48, kSet = 0xfd, kClear = 0xfc;
  auto *code = reinterpret_cast<const unsigned char *>(pc);
  if (!isCode || code[0] != kRepeat)
    return false;
  const int at = code[1] == kWide ? 2 : 1;
  const bool isCopyOrFill = code[at] == 0xa4 || code[at] == 0xa5 || code[at] == 0xaa || code[at] == 0xab;
  return isCopyOrFill && (code[at + 1] == kClear || ((pc & 0xfff) != 0 && code[-1] == kSet));
}

/// By code of the program, or of a library. The ABI has it clear between functions, and what is compiled relies on that.
bool isDirectionSet(int signal, void *context) {
  constexpr long long kDirection = 0x400;
  return (static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_EFL] & kDirection) && !isDownwards(signal, context);
}
constexpr char kDirectionSet[] = "code of the program, or of a library, left the direction flag set (std without cld), with which compiled code does not work";

void onCrash(int signal, siginfo_t *info, void *context) {
  static char message[256];
  if (running.strict && isStrict(signal, reinterpret_cast<uint64_t>(info->si_addr), context))
    return;
  if (signal == SIGSEGV || signal == SIGBUS) {
    auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
    if (uint64_t landing = goesOnAt(static_cast<uint64_t>(registers[REG_RIP]))) {
      registers[REG_RIP] = static_cast<long long>(landing); // the program's own access is to fault, and be told of
      return;
    }
  }
  leaveGuardedWalk(); // one of which that crashes is no harm, however many do
  if (running.block != blockOfCrashes)
    crashes = 0;
  blockOfCrashes = running.block;
  if (++crashes > kMostCrashes)
    dieAtOnce(signal);
  if (!running.onFiber && calledOutside) {
    writeReport(2, std::string("xblock: ") + calledOutside + " ended by " + signalName(signal) + ": mend it there\n");
    endWithVerdict(kUsageError);
  }
  if (isDirectionSet(signal, context) && !isProgramCode(reinterpret_cast<void *>(interrupted(context).pc))) {
    if (running.onFiber)
      unsupportedFromHandler(kDirectionSet, interrupted(context));
    writeReport(2, std::string("xblock: no verdict: ") + kDirectionSet + ": mend it there\n");
    endWithVerdict(kUsageError);
  }
  if (!running.onFiber) {
    snprintf(message, sizeof message, "%s at %p outside the program", signalName(signal), info->si_addr);
    checkFailed(message, __FILE_NAME__, __LINE__);
  }
  auto address = reinterpret_cast<uint64_t>(info->si_addr);
  const ThreadState &t = threadOf(running.thread);
  if (signal == SIGSEGV && address - t.stackLow < stacks.slot - stacks.size) {
    if (!isProgramCode(reinterpret_cast<const void *>(interrupted(context).pc)) && lendOfGuard(interrupted(context).stack))
      return;
    failOfOverflow(interrupted(context));
  }
  if (signal == SIGSEGV || signal == SIGBUS) {
    auto error = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_ERR];
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

[[noreturn]] void failStuck(const char *did, void *context) {
  static char message[256];
  const Cancellation &cancel = threadOf(running.thread).cancel;
  if (cancel.asynchronous() && cancel.listens()) {
    snprintf(message, sizeof message, "%s %s for %lu s, cancelled asynchronously or for ever: a loop that writes nothing",
             ThreadName(running.thread).text, did, stuckTicks / kTicksPerSecond);
    unsupportedFromHandler(message, interrupted(context));
  }
  // Who waits for another thread in there, and not the program; shortly it may have been elsewhere.
  constexpr uint64_t kOfTicks = 4;
  if (libraryTicks && programTicks * kOfTicks <= programTicks + libraryTicks) {
    snprintf(message, sizeof message,
             "a library without hooks, in which %s %s for %lu s: what it waits for may be what another thread writes (compile the "
             "library with xblock-clang)",
             ThreadName(running.thread).text, did, stuckTicks / kTicksPerSecond);
    unsupportedFromHandler(message, interrupted(context));
  }
  snprintf(message, sizeof message, "%s %s for %lu s without reaching the end of a block", ThreadName(running.thread).text, did,
           stuckTicks / kTicksPerSecond);
  failFromHandler(FailureKind::Stuck, message, interrupted(context));
}

/// The program's code was interrupted, or what it called of the runtime or of libc, which waits for nobody there.
bool isInProgram(void *context) {
  uint64_t at = interrupted(context).pc;
  auto *pc = reinterpret_cast<const char *>(at);
  return (pc >= &__ehdr_start && pc < &_end) || at - libcLow < libcHigh - libcLow || isProgramCode(pc);
}

int findLibc(dl_phdr_info *info, size_t, void *) {
  const auto in = reinterpret_cast<uint64_t>(&gnu_get_libc_version);
  uint64_t low = ~uint64_t{0}, high = 0;
  for (unsigned i = 0; i < info->dlpi_phnum; ++i)
    if (const ElfW(Phdr) &part = info->dlpi_phdr[i]; part.p_type == PT_LOAD) {
      low = std::min<uint64_t>(low, info->dlpi_addr + part.p_vaddr);
      high = std::max<uint64_t>(high, info->dlpi_addr + part.p_vaddr + part.p_memsz);
    }
  if (in < low || in >= high)
    return 0;
  libcLow = low;
  libcHigh = high;
  return 1;
}

/// A handler was interrupted, at its first instruction or its last perhaps: the stack is not only the program's.
bool isInHandler(void *context) { return interrupted(context).stack - handlerStack <= kHandlerStack; }

/// It is interrupted in one that waits: the instruction is to be run again, or was the last one.
bool isInSystemCall(void *context) {
  auto *code = reinterpret_cast<const unsigned char *>(interrupted(context).pc);
  auto isCall = [](const unsigned char *at) { return at[0] == 0x0f && at[1] == 0x05; };
  return isCall(code) || ((reinterpret_cast<uint64_t>(code) & 0xfff) >= 2 && isCall(code - 2));
}

/// In one that waits for a lock of libc's or the C++ library's: futex(address, FUTEX_WAIT or its like, ...).
bool isInWaitForLock(void *context) {
  const auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  const long long operation = registers[REG_RSI] & FUTEX_CMD_MASK;
  return isInSystemCall(context) && (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) && (registers[REG_RSI] & FUTEX_PRIVATE_FLAG);
}

/// Each second of the clock: a block that only waits, or the runtime, whose only thread is the one that would wake it.
void onSecond(void *context) {
  if (ownTime) {
    secondsWaited = 0;
    return;
  }
  bool still =
      running.block == blockAtSecond && allTicks == ticksAtSecond && !isInHandler(context) && isInSystemCall(context);
  blockAtSecond = running.block;
  ticksAtSecond = allTicks;
  secondsWaited = still ? secondsWaited + 1 : 0;
  if (!stuckTicks || secondsWaited * kTicksPerSecond <= stuckTicks)
    return;
  if (searching && !running.onFiber && isInWaitForLock(context))
    checkFailed("the runtime waits for a lock that is never given back", __FILE_NAME__, __LINE__);
  if (!running.onFiber || !running.exploring)
    return;
  secondsWaited = 0;
  libraryTicks = 0; // a call that waits is told as it is, whose-ever it is
  failStuck("waited outside of the model", context); // the runtime itself waits for nothing on a fiber
}

void onTick(int, siginfo_t *info, void *context) {
  if (info->si_code != SI_TIMER) // anyone may send one
    return;
  if (info->si_value.sival_int == kSecond)
    return onSecond(context);
  ++allTicks;
  if (ticksUntilDue && --ticksUntilDue == 0 && due)
    due->store(true, std::memory_order_relaxed);
  if (ownTime)
    return;
  if (!running.exploring || running.block != lastBlock) {
    lastBlock = running.block;
    ticks = 0;
    programTicks = libraryTicks = 0;
    return;
  }
  ++ticks;
  // Not in a handler: both timers may be due at once, and this one then interrupts the other's first instruction.
  if (running.onFiber && !runtimeDepth && !isInHandler(context))
    ++(isInProgram(context) ? programTicks : libraryTicks);
  if (!stuckTicks || ticks < stuckTicks)
    return;
  // In the runtime's own code, or in a handler: at the next tick.
  if (running.onFiber && !runtimeDepth && !isInHandler(context)) {
    ticks = 0;
    failStuck("computed", context);
  }
  if (searching && ticks >= kPatience * stuckTicks)
    checkFailed("the runtime computes without end", __FILE_NAME__, __LINE__);
}

void onWildWrite(uint64_t address) {
  if (!running.onFiber)
    checkFailed("the runtime writes its own memory by way of a hook", __FILE_NAME__, __LINE__);
  failWild(address, true);
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
  handlerStack = reinterpret_cast<uint64_t>(stack.ss_sp);
  dl_iterate_phdr(findLibc, nullptr);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    handle(signal, onCrash, 0);
  stuckTicks = stuckSeconds * kTicksPerSecond;
  onPrivateWrite = onWildWrite;
  handle(kWatchdogSignal, onTick, SA_RESTART);
  startWatchdog();
}

void failWild(uint64_t address, bool write) {
  static char message[256];
  const char *what = write ? "wild write" : "wild read";
  snprintf(message, sizeof message, "%s, of the memory that xblock itself has near 0x%lx", what, address);
  failAt(FailureKind::Signal, message, what);
}

OwnTime::OwnTime() { ownTime = true; }
OwnTime::~OwnTime() { ownTime = false; }

void watchTheSearch(bool searches) { searching = searches; }

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
  if (!stuckTicks)
    return;
  event.sigev_value.sival_int = kSecond;
  every.it_interval = every.it_value = {.tv_sec = 1, .tv_nsec = 0};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
    timer_settime(timer, 0, &every, nullptr);
}

} // namespace xblock

// Numbers by which a program knows itself: the same in every run.
#include "intercept/identity.h"

#include "intercept/accesses.h"
#include "intercept/futex.h"
#include "world/process_world.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace xblock;

/// In descriptors.cpp.
extern "C" int closeRange(unsigned first, unsigned last, int flags) __asm__("__xblock_body_fn_close_range");
extern "C" int closeOne(int fd) __asm__("__xblock_body_fn_close");

/// A fence in every thread, which is nothing under sequential consistency. The kernel still says whether it has it, and whether
/// the process is registered for it.
static bool isFenceOfAll(long command) {
  return command == MEMBARRIER_CMD_QUERY || command == MEMBARRIER_CMD_GLOBAL || command == MEMBARRIER_CMD_GLOBAL_EXPEDITED || command == MEMBARRIER_CMD_PRIVATE_EXPEDITED;
}

XBLOCK_INSTRUMENTED(pid_t, getpid, ()) { return kProcess; }
XBLOCK_INSTRUMENTED(pid_t, gettid, ()) { return kProcess + static_cast<pid_t>(index(running.thread)); }

// Of the process, which the system has by another number.
pid_t xblock::realOf(pid_t process) {
  const bool isThread = running.onFiber && process > kProcess && process < kProcess + static_cast<pid_t>(scalars.threads);
  return process == kProcess || isThread ? 0 : process == kParent ? getppid() : process;
}
pid_t xblock::realGroupOf(pid_t group) { return group == kProcess ? getpgrp() : group == kParent ? getpgid(getppid()) : group; }
// It leads its group and its session, wherever it was started; and so does its parent.
XBLOCK_INSTRUMENTED(pid_t, getpgid, (pid_t process)) { return process == kParent ? kParent : realOf(process) == 0 ? kProcess : getpgid(process); }
XBLOCK_INSTRUMENTED(pid_t, getsid, (pid_t process)) { return process == kParent ? kParent : realOf(process) == 0 ? kProcess : getsid(process); }
XBLOCK_INSTRUMENTED(pid_t, getpgrp, ()) { return kProcess; }
XBLOCK_INSTRUMENTED(pid_t, getppid, ()) { return kParent; }
static id_t realNumber(__priority_which_t which, id_t who) {
  auto number = static_cast<pid_t>(who);
  return static_cast<id_t>(which == PRIO_PROCESS ? realOf(number) : which == PRIO_PGRP ? realGroupOf(number) : number);
}
XBLOCK_INSTRUMENTED(int, getpriority, (__priority_which_t which, id_t who)) { return getpriority(which, realNumber(which, who)); }
// Where nothing is explored, as they are, of whom the program knows by such numbers.
#define XBLOCK_OF_PROCESSES(name, parameters, arguments)                                                                                                \
  XBLOCK_INSTRUMENTED(int, name, parameters) {                                                                                                          \
    const xblock_site *site = takeSite();                                                                                                               \
    if (running.onFiber && running.exploring)                                                                                                           \
      unsupported("call of " #name, site);                                                                                                              \
    return name arguments;                                                                                                                              \
  }
// To the program itself, whose handlers are the model's, no signal is sent for real.
XBLOCK_INSTRUMENTED(int, killpg, (pid_t group, int signal)) {
  const xblock_site *site = takeSite();
  if (running.onFiber && (running.exploring || (signal && (group == 0 || group == kProcess))))
    unsupported("call of killpg", site);
  return killpg(realGroupOf(group), signal);
}
XBLOCK_INSTRUMENTED(int, sigqueue, (pid_t process, int signal, sigval value)) {
  const xblock_site *site = takeSite();
  if (running.onFiber && (running.exploring || (signal && realOf(process) == 0)))
    unsupported("call of sigqueue", site);
  return sigqueue(process == kProcess ? getpid() : realOf(process), signal, value);
}
XBLOCK_OF_PROCESSES(setpriority, (__priority_which_t which, id_t who, int priority), (which, realNumber(which, who), priority))
XBLOCK_OF_PROCESSES(setpgid, (pid_t process, pid_t group), (realOf(process), group == kProcess ? 0 : realGroupOf(group)))
XBLOCK_OF_PROCESSES(tcsetpgrp, (int fd, pid_t group), (fd, realGroupOf(group)))
XBLOCK_INSTRUMENTED(int, sched_getscheduler, (pid_t process)) { return sched_getscheduler(realOf(process)); }
XBLOCK_FUNCTION(int, sched_getparam, (pid_t process, sched_param *to), { return sched_getparam(realOf(process), result(to, site)); })
// How many processors there are is the machine's to say, which programs ask for.
XBLOCK_FUNCTION(int, sched_getaffinity, (pid_t process, size_t size, cpu_set_t *set), {
  return sched_getaffinity(realOf(process), size, written(set, size, site));
})

XBLOCK_INSTRUMENTED(long, sysconf, (int name)) {
  const xblock_site *site = takeSite();
  if (running.onFiber && running.exploring && name == _SC_AVPHYS_PAGES)
    unsupported("call of sysconf(_SC_AVPHYS_PAGES)", site);
  return sysconf(name);
}

XBLOCK_INSTRUMENTED(long, syscall, (long number, ...)) {
  const xblock_site *site = takeSite();
  if (number == SYS_gettid)
    return fn_gettid();
  if (number == SYS_getpid)
    return kProcess;
  va_list arguments;
  va_start(arguments, number);
  long a[6];
  for (long &argument : a)
    argument = va_arg(arguments, long);
  va_end(arguments);
  if (number == SYS_futex && running.onFiber) {
    long result = futexCall(a, XBLOCK_CALL_PLACE(reinterpret_cast<void *>(a[0])), site);
    if (result >= 0)
      return result;
    errno = static_cast<int>(-result);
    return -1;
  }
  if (running.onFiber && !running.exploring && number == SYS_close_range)
    return closeRange(static_cast<unsigned>(a[0]), static_cast<unsigned>(a[1]), static_cast<int>(a[2]));
  if (running.onFiber && !running.exploring && number == SYS_close)
    return closeOne(static_cast<int>(a[0]));
  bool fences = number == SYS_membarrier && isFenceOfAll(a[0]);
  if (running.onFiber && running.exploring && !fences)
    unsupported("call of syscall", site);
  return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

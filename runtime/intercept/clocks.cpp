// Time is virtual: it begins at the same instant in every run, and passes for a thread by what the thread does (as
// long as it sleeps, and to the end of a timed wait), so what a thread sees does not depend on the schedule.
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/identity.h"
#include "intercept/kept_state.h"
#include "intercept/virtual_clock.h"

#include <cerrno>
#include <ctime>
#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

using namespace xblock;

namespace {

uint64_t pass(uint64_t nanoseconds) {
  running.clockSeen = true;
  running.timePassed |= nanoseconds != 0;
  return change(running.thread).clock += nanoseconds;
}
constexpr xblock_site kUnknown{"", "", 0, 0};
/// What passes before main, where nothing is explored: all that is slept, and some by each look, so that a loop that waits for a time ends. Main goes on from there.
uint64_t passEarly(uint64_t nanoseconds) {
  uint64_t &clock = threadTable[0].clock;
  touch(&clock, sizeof clock);
  return clock += nanoseconds;
}
constexpr uint64_t kLook = 1000;
/// Of the thread that asks.
uint64_t elapsed() { return running.onFiber ? pass(0) : passEarly(kLook); }
/// The same for one that gets nothing but the result. Where that is all that a loop of the program does, it is found by the word of the thread's own stack
/// that it reads.
uint64_t elapsedFor(const xblock_site *site) {
  if (site && running.onFiber)
    noteRead(__builtin_frame_address(0), sizeof(void *), site);
  return elapsed();
}
/// Nanoseconds since 1970.
uint64_t dateAt(uint64_t elapsed) { return kStartOfTime * kBillion + elapsed; }
timespec look() {
  uint64_t now = dateAt(elapsed());
  return {static_cast<time_t>(now / kBillion), static_cast<long>(now % kBillion)};
}
bool modelled() { return running.onFiber && !runtimeDepth; }
bool sleepsEarly(uint64_t nanoseconds) {
  if (running.onFiber || !isProgramsCall())
    return false;
  passEarly(nanoseconds);
  return true;
}
uint64_t length(const timespec *t) {
  return static_cast<uint64_t>(t->tv_sec) * kBillion + static_cast<uint64_t>(t->tv_nsec);
}

} // namespace

XBLOCK_EVERYWHERE(int, clock_gettime, (clockid_t clock, timespec *out), (clock, out)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(clockid_t, timespec *), "clock_gettime")(clock, out);
  noteWrite(out, sizeof *out, site);
  *out = look();
  return 0;
}

// The processor's counter, of one for each nanosecond.
XBLOCK_KEEPING(uint64_t, counter, hookCounter, (const xblock_site *site)) {
  callUnknown();
  return isProgramsCall() ? dateAt(elapsedFor(site)) : __builtin_ia32_rdtsc();
}

XBLOCK_EVERYWHERE(int, timespec_get, (timespec * out, int base), (out, base)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(timespec *, int), "timespec_get")(out, base);
  if (base != TIME_UTC)
    return 0;
  noteWrite(out, sizeof *out, site);
  *out = look();
  return base;
}

XBLOCK_EVERYWHERE(int, gettimeofday, (timeval * out, void *zone), (out, zone)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(timeval *, void *), "gettimeofday")(out, zone);
  noteWrite(out, sizeof *out, site);
  timespec now = look();
  *out = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

XBLOCK_EVERYWHERE(time_t, time, (time_t * out), (out)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(time_t(time_t *), "time")(out);
  if (!out)
    return static_cast<time_t>(dateAt(elapsedFor(site)) / kBillion);
  noteWrite(out, sizeof *out, site);
  return *out = look().tv_sec;
}

XBLOCK_EVERYWHERE(clock_t, clock, (), ()) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(clock_t(), "clock")();
  return static_cast<clock_t>(elapsedFor(site) / (kBillion / CLOCKS_PER_SEC));
}

XBLOCK_EVERYWHERE(clock_t, times, (tms * out), (out)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(clock_t(tms *), "times")(out);
  const uint64_t ticks = static_cast<uint64_t>(sysconf(_SC_CLK_TCK));
  auto passed = static_cast<clock_t>((out ? elapsed() : elapsedFor(site)) / (kBillion / ticks));
  if (out) {
    noteWrite(out, sizeof *out, site);
    *out = {passed, 0, 0, 0};
  }
  return static_cast<clock_t>(kStartOfTime * ticks) + passed;
}

XBLOCK_EVERYWHERE(int, getrusage, (__rusage_who_t who, rusage *out), (who, out)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(__rusage_who_t, rusage *), "getrusage")(who, out);
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) {
    errno = EINVAL;
    return -1;
  }
  uint64_t now = who == RUSAGE_CHILDREN ? 0 : elapsed();
  noteWrite(out, sizeof *out, site);
  *out = {};
  out->ru_utime = {static_cast<time_t>(now / kBillion), static_cast<suseconds_t>(now % kBillion / 1000)};
  return 0;
}

namespace {

bool isLength(const timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < static_cast<long>(kBillion);
}

} // namespace

// Sleeps take no time, and are no boundaries but of threads that others cancel.
XBLOCK_EVERYWHERE(int, nanosleep, (const timespec *time, timespec *left), (time, left)) {
  const xblock_site *site = takeSite();
  if (!modelled())
    return time && isLength(time) && sleepsEarly(length(time)) ? 0 : XBLOCK_REAL(int(const timespec *, timespec *), "nanosleep")(time, left);
  if (!isLength(time)) {
    errno = EINVAL;
    return -1;
  }
  sleepAtPoint(length(time), site, XBLOCK_CALL_PLACE(nullptr));
  return 0;
}

XBLOCK_EVERYWHERE(int, clock_nanosleep, (clockid_t clock, int flags, const timespec *time, timespec *left),
                  (clock, flags, time, left)) {
  const xblock_site *site = takeSite();
  auto rest = [&](uint64_t passed) {
    uint64_t now = dateAt(passed);
    return !(flags & TIMER_ABSTIME) ? length(time) : length(time) > now ? length(time) - now : 0;
  };
  if (!modelled())
    return time && isLength(time) && sleepsEarly(rest(threadTable[0].clock))
               ? 0
               : XBLOCK_REAL(int(clockid_t, int, const timespec *, timespec *), "clock_nanosleep")(clock, flags, time, left);
  if (!isLength(time))
    return EINVAL;
  sleepAtPoint(rest(threadOf(running.thread).clock), site, XBLOCK_CALL_PLACE(nullptr));
  return 0;
}

XBLOCK_EVERYWHERE(int, usleep, (useconds_t time), (time)) {
  const xblock_site *site = takeSite();
  if (!modelled())
    return sleepsEarly(uint64_t{time} * 1000) ? 0 : XBLOCK_REAL(int(useconds_t), "usleep")(time);
  sleepAtPoint(uint64_t{time} * 1000, site, XBLOCK_CALL_PLACE(nullptr));
  return 0;
}

XBLOCK_EVERYWHERE(unsigned, sleep, (unsigned time), (time)) {
  const xblock_site *site = takeSite();
  if (!modelled())
    return sleepsEarly(time * kBillion) ? 0 : XBLOCK_REAL(unsigned(unsigned), "sleep")(time);
  sleepAtPoint(time * kBillion, site, XBLOCK_CALL_PLACE(nullptr));
  return 0;
}

XBLOCK_EVERYWHERE(int, sched_yield, (), ()) {
  const xblock_site *site = takeSite();
  if (!modelled())
    return XBLOCK_REAL(int(), "sched_yield")();
  // A visible step, so that a loop around it can be seen to wait.
  running.ran = true;
  running.endSite = site ? site : &kUnknown;
  boundary(Ending::Split);
  return 0;
}

// All clocks are one. That of another process would be none of the program's.
XBLOCK_INSTRUMENTED(int, clock_getcpuclockid, (pid_t process, clockid_t *to)) {
  const xblock_site *site = takeSite();
  if (process && process != kProcess && running.exploring)
    unsupported("clock_getcpuclockid of another process", site);
  if (!running.onFiber)
    return clock_getcpuclockid(process, to);
  noteWrite(to, sizeof *to, site);
  *to = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

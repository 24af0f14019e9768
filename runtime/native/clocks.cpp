// Clocks on real threads, and random numbers of the processor: what they say is recorded, since it decides what the program does. Libraries call clocks
// for the program, as std::chrono does.
#include "native/real.h"
#include "native/turn.h"
#include "xblock/abi.h"

#include <cstdlib>
#include <ctime>
#include <sys/random.h>
#include <sys/time.h>

using namespace xblock::native;

namespace {

/// The number that `read` gives, or gave as the run was recorded.
template <typename Read> int64_t recorded(Read read) {
  event();
  if (follows())
    return nextResult();
  int64_t now = read();
  keepResult(now);
  return now;
}

void record(timespec *time) {
  time->tv_sec = recorded([=] { return time->tv_sec; });
  if (follows())
    time->tv_nsec = nextResult();
  else
    keepResult(time->tv_nsec);
}

} // namespace

NATIVE(int, clock_gettime, (clockid_t clock, timespec *time), (clock, time)) {
  int result = REAL(clock_gettime)(clock, time);
  if (result == 0)
    record(time);
  return result;
}
NATIVE(int, timespec_get, (timespec *time, int base), (time, base)) {
  int result = REAL(timespec_get)(time, base);
  if (result)
    record(time);
  return result;
}
NATIVE(int, gettimeofday, (timeval *time, void *zone), (time, zone)) {
  timespec now;
  int result = REAL(gettimeofday)(time, zone);
  if (result)
    return result;
  now = {time->tv_sec, time->tv_usec};
  record(&now);
  *time = {now.tv_sec, now.tv_nsec};
  return 0;
}
NATIVE(time_t, time, (time_t *place), (place)) {
  time_t now = recorded([] { return REAL(time)(nullptr); });
  if (place)
    *place = now;
  return now;
}
NATIVE(clock_t, clock, (), ()) {
  return recorded([] { return REAL(clock)(); });
}

// The processor's own, of which the pass makes calls.
extern "C" __attribute__((visibility("default"), used)) uint64_t __xblock_counter(const xblock_site *) {
  return static_cast<uint64_t>(recorded([] { return static_cast<int64_t>(__builtin_ia32_rdtsc()); }));
}
extern "C" __attribute__((visibility("default"), used)) uint64_t __xblock_random() {
  return static_cast<uint64_t>(recorded([] {
    int64_t drawn = 0;
    if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) // which only an interrupt before the system has any keeps from it
      abort();
    return drawn;
  }));
}

// Futexes on real threads, as std::atomic::wait() and std::counting_semaphore of libstdc++ use
// them, and those that its std::future waits by. In a replay nobody sleeps in one: a wake may come before the wait that it ended as the run
// was recorded, and the value be again what is waited for to change.
#include "native/real.h"
#include "native/turn.h"

#include <cerrno>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace xblock::native;

namespace {

/// What the call returned, with the error as a negative number; and back.
int64_t withError(long result) { return result < 0 ? -errno : result; }
long asResult(int64_t kept) {
  if (kept >= 0)
    return kept;
  errno = static_cast<int>(-kept);
  return -1;
}

/// Its event comes once it has ended.
template <typename Call> long waits(Call call) {
  giveBack();
  disturb();
  if (waitUntilDue()) {
    take();
    return asResult(nextResult());
  }
  int64_t result = withError(call());
  take();
  keepResult(result);
  return asResult(result);
}

/// How many it woke is in the log: in a replay they may not sleep.
template <typename Call> long wakes(Call call) {
  event();
  const bool replays = follows();
  int64_t result = withError(call());
  if (replays)
    return asResult(nextResult());
  keepResult(result);
  return asResult(result);
}

} // namespace

// Inside the library, whose system calls are not the program's. What clock it looks at there is no event: a replay does not call it.
#define NATIVE_FUTURE_WAIT(name)                                                                   \
  extern "C" bool name(void *, unsigned *, unsigned, bool, int64_t, int64_t);                      \
  NATIVE_ONLY(bool, name, (void *base, unsigned *word, unsigned value, bool timed, int64_t s, int64_t ns)) { \
    auto call = [=] {                                                                              \
      WithoutEvents here;                                                                          \
      return REAL(name)(base, word, value, timed, s, ns);                                          \
    };                                                                                             \
    return active() ? waits(call) != 0 : call();                                                   \
  }
NATIVE_FUTURE_WAIT(_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE)
NATIVE_FUTURE_WAIT(
    _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE)

NATIVE_ONLY(long, syscall, (long number, long a, long b, long c, long d, long e, long f)) {
  auto call = [=] { return REAL(syscall)(number, a, b, c, d, e, f); };
  if (!active())
    return call();
  if (number == SYS_futex)
    switch (b & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return waits(call);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
    case FUTEX_WAKE_OP:
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
      return wakes(call);
    default:
      break;
    }
  giveBack();
  return call();
}

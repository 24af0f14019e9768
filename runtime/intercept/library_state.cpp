// State of libstdc++ that headers share with the library: what call_once is to call, and the locks behind the atomic
// functions for shared_ptr. The one belongs to a thread, the others are held while the program's code runs.
#include "intercept/library_state.h"

#include "intercept/define.h"
#include "intercept/environment.h"
#include "intercept/futex.h"
#include "intercept/kept_state.h"
#include "world/modules_linux.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <mutex>
#include <pthread.h>

using namespace xblock;

namespace {

constexpr unsigned kLocks = 16;
using Locks = pthread_mutex_t[kLocks];

} // namespace

XBLOCK_KEPT(Locks, sharedPointerLocks, "shared_ptr_locks"); // modelled, so tracked
extern "C" __attribute__((visibility("hidden"))) char keptBegin[] __asm__("__start_xblock_kept");
extern "C" __attribute__((visibility("hidden"))) char keptEnd[] __asm__("__stop_xblock_kept");

void xblock::adoptLibraryState() {
  adoptEnvironment();
  adoptThreadLocal(&std::__once_callable, sizeof std::__once_callable);
  adoptThreadLocal(&std::__once_call, sizeof std::__once_call);
  adoptStatic(keptBegin, static_cast<uint64_t>(keptEnd - keptBegin));
}

// What call_once gives to pthread_once.
XBLOCK_INSTRUMENTED(void, __once_proxy, ()) {
  auto *call = static_cast<void (**)()>(__xblock_thread_local(&std::__once_call));
  (*call)();
}

extern "C" int mutexLock(pthread_mutex_t *) __asm__("__xblock_body_fn_pthread_mutex_lock");
extern "C" int mutexUnlock(pthread_mutex_t *) __asm__("__xblock_body_fn_pthread_mutex_unlock");

namespace {

/// libstdc++'s object: the numbers of the one or two locks it holds.
struct SharedPointerLocker {
  unsigned char first, second;
};
constexpr unsigned char kNone = kLocks;

unsigned char lockOf(const void *p) {
  return static_cast<unsigned char>(std::_Hash_impl::hash(&p, sizeof p) % kLocks);
}

} // namespace

XBLOCK_INSTRUMENTED(void, _ZNSt10_Sp_lockerC1EPKv, (SharedPointerLocker * self, const void *p)) {
  *self = {lockOf(p), kNone};
  mutexLock(&sharedPointerLocks.value[self->first]);
}
XBLOCK_INSTRUMENTED(void, _ZNSt10_Sp_lockerC1EPKvS1_, (SharedPointerLocker * self, const void *p, const void *q)) {
  unsigned char a = lockOf(p), b = lockOf(q);
  *self = {a < b ? a : b, a < b ? b : a};
  mutexLock(&sharedPointerLocks.value[self->first]);
  if (self->second != self->first)
    mutexLock(&sharedPointerLocks.value[self->second]);
}
XBLOCK_INSTRUMENTED(void, _ZNSt10_Sp_lockerD1Ev, (SharedPointerLocker * self)) {
  if (self->second != kNone && self->second != self->first) {
    uint64_t call[std::size(xblockLoopState)]; // not the last of the call, as an unlock is elsewhere
    memcpy(call, xblockLoopState, sizeof call);
    mutexUnlock(&sharedPointerLocks.value[self->second]);
    memcpy(xblockLoopState, call, sizeof call);
    xblockLoopState[7] += 2;
  }
  mutexUnlock(&sharedPointerLocks.value[self->first]);
}

// What std::future waits by: a futex inside the library.
#define XBLOCK_FUTEX_WAIT(name)                                                                                        \
  XBLOCK_INSTRUMENTED(bool, name, (void *, unsigned *word, unsigned value, bool timed, int64_t s, int64_t ns)) {      \
    const xblock_site *site = takeSite();                                                                              \
    timespec until{s, ns};                                                                                             \
    uint64_t deadline = timed ? virtualTime(&until) : kNever;                                                          \
    return futexWait(word, value, deadline, kAnyWake, XBLOCK_CALL_PLACE(word), site) != ETIMEDOUT;                           \
  }
XBLOCK_FUTEX_WAIT(
    _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE)
XBLOCK_FUTEX_WAIT(
    _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE)
XBLOCK_INSTRUMENTED(void, _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj, (unsigned *word)) {
  const xblock_site *site = takeSite();
  if (running.onFiber)
    futexWake(word, ~uint64_t{0}, kAnyWake, site);
}

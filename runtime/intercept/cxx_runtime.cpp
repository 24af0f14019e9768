// Functions of libstdc++ and libc++abi that are not templates, so that no instrumented copy of them exists: threads,
// condition variables, exceptions, guards of function-local statics.
#include "intercept/conditions.h"
#include "intercept/define.h"
#include "intercept/heap.h"
#include "intercept/thread_exit.h"
#include "sync/guard.h"
#include "world/modules_linux.h"

#include <cerrno>
#include <cstring>
#include <cxxabi.h>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <unwind.h>

using namespace xblock;

extern "C" int exported_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                                       void *) __asm__("__xblock_body_fn_pthread_create");
extern "C" int exported_pthread_join(pthread_t, void **) __asm__("__xblock_body_fn_pthread_join");
extern "C" int exported_pthread_detach(pthread_t) __asm__("__xblock_body_fn_pthread_detach");

namespace {

void *runState(void *argument) {
  std::unique_ptr<std::thread::_State> state{static_cast<std::thread::_State *>(argument)};
  state->_M_run();
  return nullptr;
}

[[noreturn]] void throwSystemError(int error, const char *what) {
  throw std::system_error(error, std::generic_category(), what);
}

} // namespace

// void std::thread::_M_start_thread(_State_ptr, void (*)()): a unique_ptr is passed by reference to its object.
XBLOCK_INSTRUMENTED(void, _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE,
                    (pthread_t * self, void **state, void (*)())) {
  if (!running.onFiber)
    unsupportedBeforeMain("std::thread before main");
  if (int error = exported_pthread_create(self, nullptr, runState, *state))
    throwSystemError(error, "std::thread");
  noteWrite(state, sizeof *state, nullptr);
  *state = nullptr;
}

XBLOCK_INSTRUMENTED(void, _ZNSt6thread4joinEv, (pthread_t * self)) {
  const xblock_site *site = __xblock_call_site;
  noteRead(self, sizeof *self, site);
  if (int error = *self ? exported_pthread_join(*self, nullptr) : EINVAL)
    throwSystemError(error, "std::thread::join");
  noteWrite(self, sizeof *self, site);
  *self = 0;
}

XBLOCK_INSTRUMENTED(void, _ZNSt6thread6detachEv, (pthread_t * self)) {
  const xblock_site *site = __xblock_call_site;
  noteRead(self, sizeof *self, site);
  if (int error = *self ? exported_pthread_detach(*self) : EINVAL)
    throwSystemError(error, "std::thread::detach");
  noteWrite(self, sizeof *self, site);
  *self = 0;
}

// std::condition_variable is a pthread_cond_t. C2 and D2: where it is the base of a class.
static void makeCondition(pthread_cond_t *self) {
  noteWrite(self, sizeof *self, takeSite());
  memset(self, 0, sizeof *self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt18condition_variableC1Ev, (pthread_cond_t * self)) { makeCondition(self); }
XBLOCK_INSTRUMENTED(void, _ZNSt18condition_variableC2Ev, (pthread_cond_t * self)) { makeCondition(self); }
extern "C" int condInit(pthread_cond_t *, const pthread_condattr_t *) __asm__("__xblock_body_fn_pthread_cond_init");
extern "C" int condDestroy(pthread_cond_t *) __asm__("__xblock_body_fn_pthread_cond_destroy");
extern "C" int condWait(pthread_cond_t *, pthread_mutex_t *) __asm__("__xblock_body_fn_pthread_cond_wait");
extern "C" int condSignal(pthread_cond_t *) __asm__("__xblock_body_fn_pthread_cond_signal");
extern "C" int condBroadcast(pthread_cond_t *) __asm__("__xblock_body_fn_pthread_cond_broadcast");
XBLOCK_INSTRUMENTED(void, _ZNSt18condition_variableD1Ev, (pthread_cond_t * self)) { condDestroy(self); }
XBLOCK_INSTRUMENTED(void, _ZNSt18condition_variableD2Ev, (pthread_cond_t * self)) { condDestroy(self); }
XBLOCK_INSTRUMENTED(void, _ZNSt18condition_variable10notify_oneEv, (pthread_cond_t * self)) { condSignal(self); }
XBLOCK_INSTRUMENTED(void, _ZNSt18condition_variable10notify_allEv, (pthread_cond_t * self)) { condBroadcast(self); }
XBLOCK_INSTRUMENTED(void, _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE,
                    (pthread_cond_t * self, std::unique_lock<std::mutex> *lock)) {
  condWait(self, lock->mutex()->native_handle());
}

namespace {

bool modelled(const uint64_t *guard) { return running.onFiber && !isForeignStatic(guard); }
Resource resourceOf(uint64_t *guard) { return {ResourceKind::Guard, reinterpret_cast<uint64_t>(guard)}; }

} // namespace

XBLOCK_EVERYWHERE(int, __cxa_guard_acquire, (uint64_t * guard), (guard)) {
  const xblock_site *site = takeSite();
  if (!modelled(guard)) {
    constexpr uint64_t kDone = 0xff, kPending = 0xff00; // in libstdc++ and libc++abi alike
    if (running.onFiber && !(*guard & kDone) && (*guard & kPending))
      unsupported("a library's own static variable, whose initialisation goes on across the end of a block", site);
    return XBLOCK_REAL(int(uint64_t *), "__cxa_guard_acquire")(guard);
  }
  RuntimeScope scope;
  if (!Guard::at(guard)->done() && !(Guard::at(guard)->busy() && Guard::at(guard)->owner() == running.thread))
    beforeAcquire(resourceOf(guard));
  touch(guard, sizeof *guard);
  switch (Guard::at(guard)->acquire(running.thread)) {
  case GuardResult::Proceed:
    noteHeld(resourceOf(guard), site);
    return 1;
  case GuardResult::AlreadyDone:
    noteReceive(guard);
    return 0;
  case GuardResult::WouldBlock:
    running.out->acquired.push_back(resourceOf(guard));
    blockOn(resourceOf(guard));
  case GuardResult::Recursive:
    failf(FailureKind::Deadlock, "%s initialises a static variable while it initialises it",
          ThreadName(running.thread).text);
  }
  __builtin_unreachable();
}

XBLOCK_EVERYWHERE(void, __cxa_guard_release, (uint64_t * guard), (guard)) {
  takeSite();
  if (!modelled(guard))
    return XBLOCK_REAL(void(uint64_t *), "__cxa_guard_release")(guard);
  RuntimeScope scope;
  noteAtomicWrite(guard, 1);
  noteSend(guard);
  touch(guard, sizeof *guard);
  Guard::at(guard)->release(running.thread);
  noteReleased(resourceOf(guard));
  endAtRelease(nullptr);
}

XBLOCK_EVERYWHERE(void, __cxa_guard_abort, (uint64_t * guard), (guard)) {
  takeSite();
  if (!modelled(guard))
    return XBLOCK_REAL(void(uint64_t *), "__cxa_guard_abort")(guard);
  RuntimeScope scope;
  touch(guard, sizeof *guard);
  Guard::at(guard)->abort(running.thread);
  noteReleased(resourceOf(guard));
  endAtRelease(nullptr);
}

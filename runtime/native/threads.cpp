// Threads on real threads: each has a number, in the order of their creation, which is an event.
#include "native/calls.h"
#include "native/real.h"
#include "support/c11_results.h"

#include <cerrno>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <threads.h>
#include <unistd.h>

using namespace xblock::native;

extern "C" {
int __cxa_guard_acquire(long long *);
void __cxa_guard_release(long long *);
void __cxa_guard_abort(long long *);
void __cxa_throw(void *, void *, void (*)(void *));
void __cxa_rethrow();
[[noreturn]] void __assert_fail(const char *, const char *, unsigned, const char *) noexcept;
}

namespace {

struct Start {
  void *(*routine)(void *);
  void *argument;
  uint32_t id;
};

/// The turn is given back behind its last destructor (turn.cpp). It is taken before anything else, which may map memory: where that
/// lies, and the next thread's stack, is the same in a replay.
void *run(void *given) {
  Start start = *static_cast<Start *>(given);
  become(start.id);
  event();
  delete static_cast<Start *>(given);
  return start.routine(start.argument);
}

struct C11Start {
  thrd_start_t routine;
  void *argument;
};

void *runC11(void *given) {
  C11Start start = *static_cast<C11Start *>(given);
  delete static_cast<C11Start *>(given);
  return reinterpret_cast<void *>(static_cast<intptr_t>(start.routine(start.argument)));
}

} // namespace

NATIVE(int, pthread_create, (pthread_t * thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument),
       (thread, attributes, routine, argument)) {
  event();
  if (!active())
    return REAL(pthread_create)(thread, attributes, routine, argument);
  // Behind the end of a log there is no turn.
  uint32_t id = __atomic_add_fetch(&shared->threads, 1, __ATOMIC_RELAXED);
  auto *start = new (std::nothrow) Start{routine, argument, id};
  int error = start ? REAL(pthread_create)(thread, attributes, run, start) : EAGAIN;
  if (error)
    delete start;
  return error;
}
NATIVE(int, pthread_join, (pthread_t thread, void **result), (thread, result)) {
  return waiting([=] { return REAL(pthread_join)(thread, result); });
}
NATIVE(int, pthread_tryjoin_np, (pthread_t thread, void **result), (thread, result)) {
  return timed([=] { return REAL(pthread_tryjoin_np)(thread, result); },
               [=] { return REAL(pthread_join)(thread, result); });
}
NATIVE(int, pthread_timedjoin_np, (pthread_t thread, void **result, const timespec *until), (thread, result, until)) {
  return timed([=] { return REAL(pthread_timedjoin_np)(thread, result, until); },
               [=] { return REAL(pthread_join)(thread, result); });
}
NATIVE(int, pthread_clockjoin_np, (pthread_t thread, void **result, clockid_t clock, const timespec *until),
       (thread, result, clock, until)) {
  return timed([=] { return REAL(pthread_clockjoin_np)(thread, result, clock, until); },
               [=] { return REAL(pthread_join)(thread, result); });
}
NATIVE_ONLY(void, pthread_exit, (void *result)) {
  giveBack();
  REAL(pthread_exit)(result);
}
// It would unwind the stack out of the middle of a wait, at a place that no log has.
NATIVE_ONLY(int, pthread_cancel, (pthread_t thread)) {
  if (active())
    refuse("call of ", "pthread_cancel");
  return REAL(pthread_cancel)(thread);
}

NATIVE(int, thrd_create, (thrd_t * thread, thrd_start_t routine, void *argument), (thread, routine, argument)) {
  auto *start = new (std::nothrow) C11Start{routine, argument};
  int error = start ? native_pthread_create(thread, nullptr, runC11, start) : ENOMEM;
  if (error)
    delete start;
  return xblock::c11Result(error);
}
NATIVE(int, thrd_join, (thrd_t thread, int *result), (thread, result)) {
  return waiting([=] { return REAL(thrd_join)(thread, result); });
}
NATIVE_ONLY(void, thrd_exit, (int result)) {
  giveBack();
  REAL(thrd_exit)(result);
}

NATIVE_ONLY(int, pthread_once, (pthread_once_t * once, void (*routine)(void))) {
  return waiting([=] { return REAL(pthread_once)(once, routine); });
}
NATIVE_ONLY(void, call_once, (once_flag * once, void (*routine)(void))) {
  waiting([=] { return REAL(call_once)(once, routine), 0; });
}
NATIVE_ONLY(int, __cxa_guard_acquire, (long long *guard)) {
  return waiting([=] { return REAL(__cxa_guard_acquire)(guard); });
}
NATIVE_ONLY(void, __cxa_guard_release, (long long *guard)) {
  event();
  REAL(__cxa_guard_release)(guard);
}
NATIVE_ONLY(void, __cxa_guard_abort, (long long *guard)) {
  event();
  REAL(__cxa_guard_abort)(guard);
}

// What ends the process does so with the turn in hand: nothing is in the log behind it. So does an exception, which may.
NATIVE_ONLY(void, __cxa_throw, (void *object, void *type, void (*destroy)(void *))) {
  event();
  REAL(__cxa_throw)(object, type, destroy);
}
NATIVE_ONLY(void, __cxa_rethrow, ()) {
  event();
  REAL(__cxa_rethrow)();
}
NATIVE_ONLY(void, __assert_fail, (const char *condition, const char *file, unsigned line, const char *function)) {
  event();
  REAL(__assert_fail)(condition, file, line, function);
}
NATIVE_ONLY(void, abort, ()) {
  event();
  REAL(abort)();
}
NATIVE_ONLY(void, exit, (int code)) {
  event();
  REAL(exit)(code);
}
NATIVE_ONLY(void, _exit, (int code)) {
  event();
  REAL(_exit)(code);
}
NATIVE_ONLY(void, _Exit, (int code)) {
  event();
  REAL(_Exit)(code);
}
NATIVE_ONLY(void, quick_exit, (int code)) {
  event();
  REAL(quick_exit)(code);
}

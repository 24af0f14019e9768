// Mutexes, condition variables, read-write locks, spin locks, semaphores and barriers on real threads.
#include "native/calls.h"
#include "native/real.h"
#include "support/c11_results.h"

#include <cerrno>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

using namespace xblock;
using namespace xblock::native;

#define NATIVE_INSTANT(name, type)                                                                 \
  NATIVE(int, name, (type * object), (object)) {                                                   \
    return instant([=] { return REAL(name)(object); });                                            \
  }
#define NATIVE_ACQUIRING(name, attempt, type)                                                      \
  NATIVE(int, name, (type * object), (object)) {                                                   \
    return acquiring([=] { return REAL(attempt)(object); }, EBUSY,                                 \
                     [=] { return REAL(name)(object); });                                          \
  }
#define NATIVE_TRYING(name, type)                                                                  \
  NATIVE(int, name, (type * object), (object)) {                                                   \
    return trying([=] { return REAL(name)(object); });                                             \
  }
#define NATIVE_TIMED(name, clocked, untimed, type)                                                 \
  NATIVE(int, name, (type * object, const timespec *until), (object, until)) {                     \
    return timed([=] { return REAL(name)(object, until); },                                        \
                 [=] { return REAL(untimed)(object); });                                           \
  }                                                                                                \
  NATIVE(int, clocked, (type * object, clockid_t clock, const timespec *until),                    \
         (object, clock, until)) {                                                                 \
    return timed([=] { return REAL(clocked)(object, clock, until); },                              \
                 [=] { return REAL(untimed)(object); });                                           \
  }

NATIVE_ACQUIRING(pthread_mutex_lock, pthread_mutex_trylock, pthread_mutex_t)
NATIVE_TRYING(pthread_mutex_trylock, pthread_mutex_t)
NATIVE_TIMED(pthread_mutex_timedlock, pthread_mutex_clocklock, pthread_mutex_lock, pthread_mutex_t)
NATIVE_INSTANT(pthread_mutex_unlock, pthread_mutex_t)

NATIVE_ACQUIRING(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, pthread_rwlock_t)
NATIVE_ACQUIRING(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, pthread_rwlock_t)
NATIVE_TRYING(pthread_rwlock_tryrdlock, pthread_rwlock_t)
NATIVE_TRYING(pthread_rwlock_trywrlock, pthread_rwlock_t)
NATIVE_TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock, pthread_rwlock_rdlock, pthread_rwlock_t)
NATIVE_TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock, pthread_rwlock_wrlock, pthread_rwlock_t)
NATIVE_INSTANT(pthread_rwlock_unlock, pthread_rwlock_t)

NATIVE_ACQUIRING(pthread_spin_lock, pthread_spin_trylock, pthread_spinlock_t)
NATIVE_TRYING(pthread_spin_trylock, pthread_spinlock_t)
NATIVE_INSTANT(pthread_spin_unlock, pthread_spinlock_t)

namespace {

int errorOf(int result) { return result == 0 ? 0 : errno; }
int asSemaphore(int error) {
  if (error == 0)
    return 0;
  errno = error;
  return -1;
}

/// The mutex is given back, others have their turns, and it is taken again where the log says that the wait ended. The
/// condition variable is not used, unless the log ends before.
template <typename Wait> int waitOn(pthread_mutex_t *mutex, bool timed, Wait wait) {
  event();
  if (!follows()) {
    giveBack();
    int result = wait();
    if (active())
      take();
    if (timed)
      keepResult(result);
    return result;
  }
  if (int error = REAL(pthread_mutex_unlock)(mutex))
    return error;
  giveBack();
  bool ends = waitUntilDue();
  if (int error = REAL(pthread_mutex_lock)(mutex))
    return error;
  if (!ends)
    return wait();
  take();
  return timed ? static_cast<int>(nextResult()) : 0;
}

} // namespace

NATIVE(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *mutex), (condition, mutex)) {
  return waitOn(mutex, false, [=] { return REAL(pthread_cond_wait)(condition, mutex); });
}
NATIVE(int, pthread_cond_timedwait, (pthread_cond_t * condition, pthread_mutex_t *mutex, const timespec *until),
       (condition, mutex, until)) {
  return waitOn(mutex, true, [=] { return REAL(pthread_cond_timedwait)(condition, mutex, until); });
}
NATIVE(int, pthread_cond_clockwait,
       (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock, const timespec *until),
       (condition, mutex, clock, until)) {
  return waitOn(mutex, true, [=] { return REAL(pthread_cond_clockwait)(condition, mutex, clock, until); });
}
NATIVE_INSTANT(pthread_cond_signal, pthread_cond_t)
NATIVE_INSTANT(pthread_cond_broadcast, pthread_cond_t)

NATIVE(int, sem_wait, (sem_t * semaphore), (semaphore)) {
  return asSemaphore(acquiring([=] { return errorOf(REAL(sem_trywait)(semaphore)); }, EAGAIN,
                               [=] { return errorOf(REAL(sem_wait)(semaphore)); }));
}
NATIVE(int, sem_trywait, (sem_t * semaphore), (semaphore)) {
  return asSemaphore(trying([=] { return errorOf(REAL(sem_trywait)(semaphore)); }));
}
NATIVE(int, sem_timedwait, (sem_t * semaphore, const timespec *until), (semaphore, until)) {
  return asSemaphore(timed([=] { return errorOf(REAL(sem_timedwait)(semaphore, until)); },
                           [=] { return errorOf(REAL(sem_wait)(semaphore)); }));
}
NATIVE(int, sem_clockwait, (sem_t * semaphore, clockid_t clock, const timespec *until), (semaphore, clock, until)) {
  return asSemaphore(timed([=] { return errorOf(REAL(sem_clockwait)(semaphore, clock, until)); },
                           [=] { return errorOf(REAL(sem_wait)(semaphore)); }));
}
NATIVE_INSTANT(sem_post, sem_t)
NATIVE(int, sem_getvalue, (sem_t * semaphore, int *value), (semaphore, value)) {
  event();
  int result = REAL(sem_getvalue)(semaphore, value);
  if (follows())
    *value = static_cast<int>(nextResult());
  else
    keepResult(*value);
  return result;
}

// All that come to it come by the same log: who is the serial thread was recorded.
NATIVE(int, pthread_barrier_wait, (pthread_barrier_t * barrier), (barrier)) {
  event();
  giveBack();
  int result = REAL(pthread_barrier_wait)(barrier);
  if (!active())
    return result;
  take();
  if (follows())
    return static_cast<int>(nextResult());
  keepResult(result);
  return result;
}

// C11's are those of POSIX, in glibc as well.
namespace {

pthread_mutex_t *posix(mtx_t *mutex) { return reinterpret_cast<pthread_mutex_t *>(mutex); }
pthread_cond_t *posix(cnd_t *condition) { return reinterpret_cast<pthread_cond_t *>(condition); }

} // namespace

NATIVE(int, mtx_lock, (mtx_t * mutex), (mutex)) {
  return c11Result(native_pthread_mutex_lock(posix(mutex)));
}
NATIVE(int, mtx_trylock, (mtx_t * mutex), (mutex)) {
  return c11Result(native_pthread_mutex_trylock(posix(mutex)));
}
NATIVE(int, mtx_timedlock, (mtx_t * mutex, const timespec *until), (mutex, until)) {
  return c11Result(native_pthread_mutex_timedlock(posix(mutex), until));
}
NATIVE(int, mtx_unlock, (mtx_t * mutex), (mutex)) {
  return c11Result(native_pthread_mutex_unlock(posix(mutex)));
}
NATIVE(int, cnd_wait, (cnd_t * condition, mtx_t *mutex), (condition, mutex)) {
  return c11Result(native_pthread_cond_wait(posix(condition), posix(mutex)));
}
NATIVE(int, cnd_timedwait, (cnd_t * condition, mtx_t *mutex, const timespec *until), (condition, mutex, until)) {
  return c11Result(native_pthread_cond_timedwait(posix(condition), posix(mutex), until));
}
NATIVE(int, cnd_signal, (cnd_t * condition), (condition)) {
  return c11Result(native_pthread_cond_signal(posix(condition)));
}
NATIVE(int, cnd_broadcast, (cnd_t * condition), (condition)) {
  return c11Result(native_pthread_cond_broadcast(posix(condition)));
}

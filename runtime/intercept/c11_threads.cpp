// <threads.h>. In glibc its objects are those of pthread under other names, and its functions call pthread's own inner
// ones: so here they go to the models of pthread_*.
#include "intercept/define.h"
#include "intercept/mutexes.h"
#include "intercept/time_outs.h"
#include "support/c11_results.h"

#include <bit>
#include <cerrno>
#include <pthread.h>
#include <sched.h>
#include <threads.h>

using namespace xblock;

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t));
static_assert(sizeof(thrd_t) == sizeof(pthread_t) && sizeof(tss_t) == sizeof(pthread_key_t));
static_assert(sizeof(once_flag) == sizeof(pthread_once_t));

#define XBLOCK_MODEL(type, name, parameters) extern "C" type name parameters __asm__("__xblock_body_fn_pthread_" #name);
namespace model {
XBLOCK_MODEL(int, create, (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))
XBLOCK_MODEL(int, join, (pthread_t, void **))
XBLOCK_MODEL(int, detach, (pthread_t))
extern "C" void leave(void *) __asm__("__xblock_body_fn_pthread_exit");
XBLOCK_MODEL(pthread_t, self, ())
XBLOCK_MODEL(int, once, (pthread_once_t *, void (*)()))
XBLOCK_MODEL(int, mutex_init, (pthread_mutex_t *, const pthread_mutexattr_t *))
XBLOCK_MODEL(int, mutex_destroy, (pthread_mutex_t *))
XBLOCK_MODEL(int, mutex_lock, (pthread_mutex_t *))
XBLOCK_MODEL(int, mutex_unlock, (pthread_mutex_t *))
XBLOCK_MODEL(int, cond_init, (pthread_cond_t *, const pthread_condattr_t *))
XBLOCK_MODEL(int, cond_destroy, (pthread_cond_t *))
XBLOCK_MODEL(int, cond_signal, (pthread_cond_t *))
XBLOCK_MODEL(int, cond_broadcast, (pthread_cond_t *))
XBLOCK_MODEL(int, cond_wait, (pthread_cond_t *, pthread_mutex_t *))
XBLOCK_MODEL(int, cond_timedwait, (pthread_cond_t *, pthread_mutex_t *, const timespec *))
XBLOCK_MODEL(int, key_create, (pthread_key_t *, void (*)(void *)))
XBLOCK_MODEL(int, key_delete, (pthread_key_t))
XBLOCK_MODEL(void *, getspecific, (pthread_key_t))
XBLOCK_MODEL(int, setspecific, (pthread_key_t, const void *))
extern "C" int nap(const timespec *, timespec *) __asm__("__xblock_body_fn_nanosleep");
extern "C" int yieldNow() __asm__("__xblock_body_fn_sched_yield");
} // namespace model

namespace {

pthread_mutex_t *mutexOf(mtx_t *m) { return reinterpret_cast<pthread_mutex_t *>(m); }
pthread_cond_t *conditionOf(cnd_t *c) { return reinterpret_cast<pthread_cond_t *>(c); }

} // namespace

XBLOCK_EVERYWHERE(int, thrd_create, (thrd_t * out, thrd_start_t start, void *argument), (out, start, argument)) {
  return c11Result(model::create(out, nullptr, std::bit_cast<void *(*)(void *)>(start), argument));
}

XBLOCK_EVERYWHERE(int, thrd_join, (thrd_t thread, int *result), (thread, result)) {
  const xblock_site *site = __xblock_call_site;
  void *value = nullptr;
  int error = model::join(thread, &value);
  if (!error && result) {
    noteWrite(result, sizeof *result, site);
    *result = static_cast<int>(reinterpret_cast<uintptr_t>(value)); // it returned an int
  }
  return c11Result(error);
}

XBLOCK_EVERYWHERE(int, thrd_detach, (thrd_t thread), (thread)) {
  return c11Result(model::detach(thread));
}

XBLOCK_EVERYWHERE(void, thrd_exit, (int result), (result)) {
  model::leave(reinterpret_cast<void *>(static_cast<uintptr_t>(result)));
  __builtin_unreachable();
}

XBLOCK_EVERYWHERE(thrd_t, thrd_current, (), ()) { return model::self(); }
XBLOCK_EVERYWHERE(int, thrd_equal, (thrd_t a, thrd_t b), (a, b)) { return a == b; }
XBLOCK_EVERYWHERE(int, thrd_sleep, (const timespec *time, timespec *left), (time, left)) { return model::nap(time, left); }
XBLOCK_EVERYWHERE(void, thrd_yield, (), ()) { model::yieldNow(); }

XBLOCK_EVERYWHERE(int, mtx_init, (mtx_t * m, int type), (m, type)) {
  if (type & ~(mtx_plain | mtx_timed | mtx_recursive))
    return thrd_error;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  return c11Result(model::mutex_init(mutexOf(m), &kind));
}

XBLOCK_EVERYWHERE(void, mtx_destroy, (mtx_t * m), (m)) { model::mutex_destroy(mutexOf(m)); }
XBLOCK_EVERYWHERE(int, mtx_lock, (mtx_t * m), (m)) {
  return c11Result(model::mutex_lock(mutexOf(m)));
}
XBLOCK_EVERYWHERE(int, mtx_unlock, (mtx_t * m), (m)) {
  return c11Result(model::mutex_unlock(mutexOf(m)));
}

XBLOCK_EVERYWHERE(int, mtx_trylock, (mtx_t * m), (m)) {
  const xblock_site *site = takeSite();
  return c11Result(tryMutex(mutexOf(m), site, XBLOCK_CALL_PLACE(m)));
}

XBLOCK_EVERYWHERE(int, mtx_timedlock, (mtx_t * m, const timespec *until), (m, until)) {
  const xblock_site *site = takeSite();
  return c11Result(lockMutexBefore(mutexOf(m), until, "mtx_timedlock", site, XBLOCK_CALL_PLACE(m)));
}

XBLOCK_EVERYWHERE(int, cnd_init, (cnd_t * c), (c)) {
  return c11Result(model::cond_init(conditionOf(c), nullptr));
}
XBLOCK_EVERYWHERE(void, cnd_destroy, (cnd_t * c), (c)) { model::cond_destroy(conditionOf(c)); }
XBLOCK_EVERYWHERE(int, cnd_signal, (cnd_t * c), (c)) {
  return c11Result(model::cond_signal(conditionOf(c)));
}
XBLOCK_EVERYWHERE(int, cnd_broadcast, (cnd_t * c), (c)) {
  return c11Result(model::cond_broadcast(conditionOf(c)));
}
XBLOCK_EVERYWHERE(int, cnd_wait, (cnd_t * c, mtx_t *m), (c, m)) {
  return c11Result(model::cond_wait(conditionOf(c), mutexOf(m)));
}
XBLOCK_EVERYWHERE(int, cnd_timedwait, (cnd_t * c, mtx_t *m, const timespec *until), (c, m, until)) {
  return c11Result(model::cond_timedwait(conditionOf(c), mutexOf(m), until));
}

XBLOCK_EVERYWHERE(int, tss_create, (tss_t * out, tss_dtor_t destructor), (out, destructor)) {
  return c11Result(model::key_create(out, destructor));
}
XBLOCK_EVERYWHERE(void, tss_delete, (tss_t key), (key)) { model::key_delete(key); }
XBLOCK_EVERYWHERE(void *, tss_get, (tss_t key), (key)) { return model::getspecific(key); }
XBLOCK_EVERYWHERE(int, tss_set, (tss_t key, void *value), (key, value)) {
  return c11Result(model::setspecific(key, value));
}

XBLOCK_EVERYWHERE(void, call_once, (once_flag * flag, void (*function)()), (flag, function)) {
  model::once(reinterpret_cast<pthread_once_t *>(flag), function);
}

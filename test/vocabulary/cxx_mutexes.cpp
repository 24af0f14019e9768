// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <mutex>, <shared_mutex>.
#include "cases_cxx.h"

#include <chrono>
#include <mutex>
#include <shared_mutex>

using namespace std::chrono_literals;

static int x;
static const auto soon = [] { return std::chrono::steady_clock::now() + 1s; };

#define IN_EITHER_ORDER "two increments, in either order: 2"
#define TRIED "tried before, within and after the region of T1: 3"
#define EXPIRES "taken before or after the region of T1, or expired within: 3"

template <class Mutex> static void increments() {
  static Mutex mutex;
  auto increment = [] {
    mutex.lock();
    x++;
    mutex.unlock();
  };
  together(increment, increment);
  must(x == 2);
}
/// T1 holds it for a while; main takes it in some way, or does not.
template <class Mutex, class Take> static void takenBeside(Take take) {
  static Mutex mutex;
  together(
      [] {
        mutex.lock();
        x++;
        mutex.unlock();
      },
      [&] {
        if (take(mutex))
          mutex.unlock();
      });
}
template <class Mutex, class Take> static void takenSharedBeside(Take take) {
  static Mutex mutex;
  together(
      [] {
        mutex.lock();
        x++;
        mutex.unlock();
      },
      [&] {
        if (take(mutex))
          mutex.unlock_shared();
      });
}
template <class Mutex> static void incrementsTwice() {
  static Mutex mutex;
  auto increment = [] {
    mutex.lock();
    mutex.lock();
    x++;
    mutex.unlock();
    mutex.unlock();
  };
  together(increment, increment);
  must(x == 2);
}
template <class Mutex> static void lockTwice() {
  Mutex mutex;
  together([&] { mutex.lock(), mutex.lock(); }, [] {});
}
template <class Mutex> static void unlockFree() {
  Mutex mutex;
  together([&] { mutex.unlock(); }, [] {});
}
template <class Mutex> static void endHolding() {
  static Mutex mutex;
  together([] { mutex.lock(); }, [] {});
}

CALLS(mutex, 2, "std::mutex{lock unlock}", IN_EITHER_ORDER) { increments<std::mutex>(); }
CALLS(mutex_try, 3, "std::mutex{try_lock}", TRIED) {
  takenBeside<std::mutex>([](auto &m) { return m.try_lock(); });
}
CALLS(mutex_handle, 3, "std::mutex{native_handle}", TRIED) {
  takenBeside<std::mutex>([](auto &m) { return pthread_mutex_trylock(m.native_handle()) == 0; });
}
MISUSE(mutex_twice, "T1 locks a mutex that it holds already", "std::mutex{lock}") { lockTwice<std::mutex>(); }
MISUSE(mutex_unlock_free, "T1 unlocks a mutex that is not locked", "std::mutex::unlock") { unlockFree<std::mutex>(); }
MISUSE(mutex_kept, "T1 ends holding a mutex", "std::mutex::lock") { endHolding<std::mutex>(); }

CALLS(recursive_mutex, 2, "std::recursive_mutex{lock unlock}", IN_EITHER_ORDER) { incrementsTwice<std::recursive_mutex>(); }
CALLS(recursive_mutex_try, 3, "std::recursive_mutex{try_lock}", TRIED) {
  takenBeside<std::recursive_mutex>([](auto &m) { return m.try_lock(); });
}
CALLS(recursive_mutex_handle, 3, "std::recursive_mutex{native_handle}", TRIED) {
  takenBeside<std::recursive_mutex>([](auto &m) { return pthread_mutex_trylock(m.native_handle()) == 0; });
}
MISUSE(recursive_mutex_kept, "T1 ends holding a mutex", "std::recursive_mutex") { endHolding<std::recursive_mutex>(); }

CALLS(timed_mutex, 2, "std::timed_mutex{lock unlock}", IN_EITHER_ORDER) { increments<std::timed_mutex>(); }
CALLS(timed_mutex_try, 3, "std::timed_mutex{try_lock}", TRIED) {
  takenBeside<std::timed_mutex>([](auto &m) { return m.try_lock(); });
}
#ifdef __GLIBCXX__ // libc++ has none
CALLS(timed_mutex_handle, 3, "std::timed_mutex{native_handle}", TRIED) {
  takenBeside<std::timed_mutex>([](auto &m) { return pthread_mutex_trylock(m.native_handle()) == 0; });
}
#endif
CALLS(timed_mutex_for, 3, "std::timed_mutex{try_lock_for}", EXPIRES) {
  takenBeside<std::timed_mutex>([](auto &m) { return m.try_lock_for(1s); });
}
CALLS(timed_mutex_until, 3, "std::timed_mutex{try_lock_until}", EXPIRES) {
  takenBeside<std::timed_mutex>([](auto &m) { return m.try_lock_until(soon()); });
}
MISUSE(timed_mutex_twice, "T1 locks a mutex that it holds already", "std::timed_mutex{lock}") { lockTwice<std::timed_mutex>(); }

CALLS(recursive_timed_mutex, 2, "std::recursive_timed_mutex{lock unlock}", IN_EITHER_ORDER) {
  incrementsTwice<std::recursive_timed_mutex>();
}
CALLS(recursive_timed_mutex_try, 3, "std::recursive_timed_mutex{try_lock}", TRIED) {
  takenBeside<std::recursive_timed_mutex>([](auto &m) { return m.try_lock(); });
}
#ifdef __GLIBCXX__ // libc++ has none
CALLS(recursive_timed_mutex_handle, 3, "std::recursive_timed_mutex{native_handle}", TRIED) {
  takenBeside<std::recursive_timed_mutex>([](auto &m) { return pthread_mutex_trylock(m.native_handle()) == 0; });
}
#endif
CALLS(recursive_timed_mutex_for, 3, "std::recursive_timed_mutex{try_lock_for}", EXPIRES) {
  takenBeside<std::recursive_timed_mutex>([](auto &m) { return m.try_lock_for(1s); });
}
CALLS(recursive_timed_mutex_until, 3, "std::recursive_timed_mutex{try_lock_until}", EXPIRES) {
  takenBeside<std::recursive_timed_mutex>([](auto &m) { return m.try_lock_until(soon()); });
}
MISUSE(recursive_timed_mutex_kept, "T1 ends holding a mutex", "std::recursive_timed_mutex") {
  endHolding<std::recursive_timed_mutex>();
}

static std::mutex first, second;
CALLS(lock_guard, 2, "std::lock_guard std::adopt_lock std::adopt_lock_t", IN_EITHER_ORDER) {
  together(
      [] {
        std::lock_guard<std::mutex> held(first);
        x++;
      },
      [] {
        first.lock();
        std::lock_guard<std::mutex> held(first, std::adopt_lock_t{});
        x++;
      });
  first.lock();
  std::lock_guard<std::mutex> held(first, std::adopt_lock);
}
CALLS(scoped_lock, 2, "std::scoped_lock", IN_EITHER_ORDER) {
  auto increment = [] {
    std::scoped_lock held(first);
    x++;
  };
  together(increment, increment);
}
CALLS(lock_two, 2, "std::lock", "main has the first before T1 has both, or after: 2") {
  together(
      [] {
        std::lock(first, second);
        x++;
        first.unlock();
        second.unlock();
      },
      [] {
        std::lock_guard<std::mutex> held(first);
        x++;
      });
}
CALLS(try_lock_two, 3, "std::try_lock", TRIED) {
  together(
      [] {
        std::lock_guard<std::mutex> held(second);
        x++;
      },
      [] {
        int failed = std::try_lock(first, second);
        must(failed == -1 || failed == 1);
        if (failed == -1)
          first.unlock(), second.unlock();
      });
}
CALLS(unique_lock, 2,
      "std::unique_lock{lock unlock mutex owns_lock operator_bool release swap} std::defer_lock std::defer_lock_t", IN_EITHER_ORDER) {
  auto increment = [] {
    std::unique_lock<std::mutex> held(first, std::defer_lock), none(second, std::defer_lock_t{});
    must(!held.owns_lock() && held.mutex() == &first && !held);
    held.lock();
    x++;
    held.swap(none);
    must(none && !held);
    none.unlock();
    must(held.release() == &second);
  };
  together(increment, increment);
}
CALLS(unique_lock_try, 3, "std::unique_lock{try_lock} std::try_to_lock std::try_to_lock_t", TRIED) {
  together(
      [] {
        std::lock_guard<std::mutex> held(first);
        x++;
      },
      [] { std::unique_lock<std::mutex> held(first, std::try_to_lock); });
  std::unique_lock<std::mutex> held(first, std::try_to_lock_t{});
  held.unlock();
  must(held.try_lock());
}
static std::timed_mutex timed;
CALLS(unique_lock_for, 3, "std::unique_lock{try_lock_for}", EXPIRES) {
  together(
      [] {
        std::lock_guard<std::timed_mutex> held(timed);
        x++;
      },
      [] {
        std::unique_lock<std::timed_mutex> held(timed, std::defer_lock);
        (void)held.try_lock_for(1s);
      });
}
CALLS(unique_lock_until, 3, "std::unique_lock{try_lock_until}", EXPIRES) {
  together(
      [] {
        std::lock_guard<std::timed_mutex> held(timed);
        x++;
      },
      [] {
        std::unique_lock<std::timed_mutex> held(timed, std::defer_lock);
        (void)held.try_lock_until(soon());
      });
}
MISUSE(unique_lock_not_held, "system_error: Operation not permitted", "std::unique_lock{unlock}") {
  together([] { std::unique_lock<std::mutex>(first, std::defer_lock).unlock(); }, [] {});
}

static std::once_flag once;
CALLS(call_once, 2, "std::once_flag std::call_once", "either thread runs the function: 2") {
  auto run = [] {
    std::call_once(once, [] { x++; });
    must(x == 1);
  };
  together(run, run);
}

template <class Mutex> static void readers() {
  static Mutex mutex;
  auto read = [] {
    mutex.lock_shared();
    must(x == 0);
    mutex.unlock_shared();
  };
  together(read, read);
}
CALLS(shared_mutex, 2, "std::shared_mutex{lock unlock}", IN_EITHER_ORDER) { increments<std::shared_mutex>(); }
CALLS(shared_mutex_readers, 1, "std::shared_mutex{lock_shared unlock_shared}", "readers commute: 1") { readers<std::shared_mutex>(); }
CALLS(shared_mutex_try, 3, "std::shared_mutex{try_lock}", TRIED) {
  takenBeside<std::shared_mutex>([](auto &m) { return m.try_lock(); });
}
CALLS(shared_mutex_try_shared, 3, "std::shared_mutex{try_lock_shared}", TRIED) {
  takenSharedBeside<std::shared_mutex>([](auto &m) { return m.try_lock_shared(); });
}
#ifdef __GLIBCXX__ // libc++ has none
CALLS(shared_mutex_handle, 3, "std::shared_mutex{native_handle}", TRIED) {
  takenBeside<std::shared_mutex>([](auto &m) { return pthread_rwlock_trywrlock(static_cast<pthread_rwlock_t *>(m.native_handle())) == 0; });
}
#endif
MISUSE(shared_mutex_unlock_free, "T1 unlocks a reader-writer lock that it does not hold", "std::shared_mutex") {
  unlockFree<std::shared_mutex>();
}
CALLS(shared_timed_mutex, 2, "std::shared_timed_mutex{lock unlock}", IN_EITHER_ORDER) { increments<std::shared_timed_mutex>(); }
CALLS(shared_timed_mutex_readers, 1, "std::shared_timed_mutex{lock_shared unlock_shared}", "readers commute: 1") {
  readers<std::shared_timed_mutex>();
}
CALLS(shared_timed_mutex_try, 3, "std::shared_timed_mutex{try_lock}", TRIED) {
  takenBeside<std::shared_timed_mutex>([](auto &m) { return m.try_lock(); });
}
CALLS(shared_timed_mutex_try_shared, 3, "std::shared_timed_mutex{try_lock_shared}", TRIED) {
  takenSharedBeside<std::shared_timed_mutex>([](auto &m) { return m.try_lock_shared(); });
}
CALLS(shared_timed_mutex_for, 3, "std::shared_timed_mutex{try_lock_for}", EXPIRES) {
  takenBeside<std::shared_timed_mutex>([](auto &m) { return m.try_lock_for(1s); });
}
CALLS(shared_timed_mutex_until, 3, "std::shared_timed_mutex{try_lock_until}", EXPIRES) {
  takenBeside<std::shared_timed_mutex>([](auto &m) { return m.try_lock_until(soon()); });
}
CALLS(shared_timed_mutex_shared_for, 3, "std::shared_timed_mutex{try_lock_shared_for}", EXPIRES) {
  takenSharedBeside<std::shared_timed_mutex>([](auto &m) { return m.try_lock_shared_for(1s); });
}
CALLS(shared_timed_mutex_shared_until, 3, "std::shared_timed_mutex{try_lock_shared_until}", EXPIRES) {
  takenSharedBeside<std::shared_timed_mutex>([](auto &m) { return m.try_lock_shared_until(soon()); });
}
MISUSE(shared_timed_mutex_kept, "T1 ends holding a lock", "std::shared_timed_mutex") { endHolding<std::shared_timed_mutex>(); }

static std::shared_timed_mutex shared, otherShared;
static void writeShared() {
  std::lock_guard<std::shared_timed_mutex> held(shared);
  x++;
}
using Reading = std::shared_lock<std::shared_timed_mutex>;
CALLS(shared_lock, 2, "std::shared_lock{lock unlock mutex owns_lock operator_bool release swap}", "main reads before T1 writes, or after: 2") {
  together(writeShared, [] {
    Reading held(shared, std::defer_lock), none(otherShared, std::defer_lock);
    must(!held.owns_lock() && held.mutex() == &shared && !held);
    held.lock();
    must(x == 0 || x == 1);
    held.swap(none);
    must(none && !held);
    none.unlock();
    must(held.release() == &otherShared);
  });
}
CALLS(shared_lock_try, 3, "std::shared_lock{try_lock}", TRIED) {
  together(writeShared, [] {
    Reading held(shared, std::defer_lock);
    (void)held.try_lock();
  });
}
CALLS(shared_lock_for, 3, "std::shared_lock{try_lock_for}", EXPIRES) {
  together(writeShared, [] {
    Reading held(shared, std::defer_lock);
    (void)held.try_lock_for(1s);
  });
}
CALLS(shared_lock_until, 3, "std::shared_lock{try_lock_until}", EXPIRES) {
  together(writeShared, [] {
    Reading held(shared, std::defer_lock);
    (void)held.try_lock_until(soon());
  });
}

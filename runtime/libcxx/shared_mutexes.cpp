// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::shared_mutex and shared_timed_mutex of libc++: what its headers leave to its library.
//
// shared_mutex is one reader-writer lock of POSIX that prefers writers, as libc++'s does, and so a primitive of the search.
// It lies over the last members: its preference over the state, the rest, all 0 while it is free, over the second gate,
// whose destructor finds nobody there.
// shared_timed_mutex, whose try_lock_until is in the headers and looks at the members, is the two gates of libc++: who
// comes in waits at the first for writers to leave, and a writer at the second for readers.
#include <cstddef>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>

_LIBCPP_BEGIN_NAMESPACE_STD

static_assert(offsetof(__shared_mutex_base, __gate2_) + sizeof(pthread_rwlock_t) == sizeof(__shared_mutex_base));
static_assert(offsetof(pthread_rwlock_t, __data.__flags) == sizeof(condition_variable));

static pthread_rwlock_t *lockOf(__shared_mutex_base *base) { return reinterpret_cast<pthread_rwlock_t *>(&base->__gate2_); }
static void check(int error, const char *what) {
  if (error)
    __throw_system_error(error, what);
}

__shared_mutex_base::__shared_mutex_base() : __state_(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) {}

void __shared_mutex_base::lock() { check(pthread_rwlock_wrlock(lockOf(this)), "shared_mutex lock failed"); }
bool __shared_mutex_base::try_lock() { return pthread_rwlock_trywrlock(lockOf(this)) == 0; }
void __shared_mutex_base::unlock() { (void)pthread_rwlock_unlock(lockOf(this)); }
void __shared_mutex_base::lock_shared() {
  check(pthread_rwlock_rdlock(lockOf(this)), "shared_mutex lock_shared failed");
}
bool __shared_mutex_base::try_lock_shared() { return pthread_rwlock_tryrdlock(lockOf(this)) == 0; }
void __shared_mutex_base::unlock_shared() { (void)pthread_rwlock_unlock(lockOf(this)); }

static bool written(const __shared_mutex_base &base) { return base.__state_ & base.__write_entered_; }
static unsigned readers(const __shared_mutex_base &base) { return base.__state_ & base.__n_readers_; }
static bool closedToReaders(const __shared_mutex_base &base) {
  return written(base) || readers(base) == base.__n_readers_;
}

shared_timed_mutex::shared_timed_mutex() { __base_.__state_ = 0; }

void shared_timed_mutex::lock() {
  unique_lock<mutex> state(__base_.__mut_);
  while (written(__base_))
    __base_.__gate1_.wait(state);
  __base_.__state_ |= __base_.__write_entered_;
  while (readers(__base_))
    __base_.__gate2_.wait(state);
}
bool shared_timed_mutex::try_lock() {
  lock_guard<mutex> state(__base_.__mut_);
  if (__base_.__state_ != 0)
    return false;
  __base_.__state_ = __base_.__write_entered_;
  return true;
}
void shared_timed_mutex::unlock() {
  lock_guard<mutex> state(__base_.__mut_);
  if (!written(__base_) || readers(__base_))
    __base_.__mut_.unlock(); // and once more at the end: misuse, which names this object
  __base_.__state_ = 0;
  __base_.__gate1_.notify_all();
}

void shared_timed_mutex::lock_shared() {
  unique_lock<mutex> state(__base_.__mut_);
  while (closedToReaders(__base_))
    __base_.__gate1_.wait(state);
  ++__base_.__state_;
}
bool shared_timed_mutex::try_lock_shared() {
  lock_guard<mutex> state(__base_.__mut_);
  if (closedToReaders(__base_))
    return false;
  ++__base_.__state_;
  return true;
}
void shared_timed_mutex::unlock_shared() {
  lock_guard<mutex> state(__base_.__mut_);
  if (!readers(__base_))
    __base_.__mut_.unlock(); // and once more at the end: misuse, which names this object
  bool full = readers(__base_) == __base_.__n_readers_;
  --__base_.__state_;
  if (written(__base_) && !readers(__base_))
    __base_.__gate2_.notify_one();
  else if (!written(__base_) && full)
    __base_.__gate1_.notify_one();
}

_LIBCPP_END_NAMESPACE_STD

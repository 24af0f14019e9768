// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::mutex, recursive_mutex, timed_mutex and recursive_timed_mutex of libc++: what its headers leave to its library.
#include <limits>
#include <mutex>

_LIBCPP_BEGIN_NAMESPACE_STD

static void check(int error, const char *what) {
  if (error)
    __throw_system_error(error, what);
}

void mutex::lock() { check(__libcpp_mutex_lock(&__m_), "mutex lock failed"); }
bool mutex::try_lock() noexcept { return __libcpp_mutex_trylock(&__m_); }
void mutex::unlock() noexcept { (void)__libcpp_mutex_unlock(&__m_); }

recursive_mutex::recursive_mutex() {
  check(__libcpp_recursive_mutex_init(&__m_), "recursive_mutex constructor failed");
}
recursive_mutex::~recursive_mutex() { (void)__libcpp_recursive_mutex_destroy(&__m_); }
void recursive_mutex::lock() { check(__libcpp_recursive_mutex_lock(&__m_), "recursive_mutex lock failed"); }
bool recursive_mutex::try_lock() noexcept { return __libcpp_recursive_mutex_trylock(&__m_); }
void recursive_mutex::unlock() noexcept { (void)__libcpp_recursive_mutex_unlock(&__m_); }

// The headers' try_lock_until looks at the members.

timed_mutex::timed_mutex() : __locked_(false) {}
timed_mutex::~timed_mutex() { lock_guard<mutex> nobodyUnlocks(__m_); }
void timed_mutex::lock() {
  unique_lock<mutex> state(__m_);
  while (__locked_)
    __cv_.wait(state);
  __locked_ = true;
}
bool timed_mutex::try_lock() noexcept {
  unique_lock<mutex> state(__m_, try_to_lock);
  if (!state.owns_lock() || __locked_)
    return false;
  __locked_ = true;
  return true;
}
void timed_mutex::unlock() noexcept {
  lock_guard<mutex> state(__m_);
  if (!__locked_)
    __m_.unlock(); // and once more at the end: misuse, which names this object
  __locked_ = false;
  __cv_.notify_one();
}

recursive_timed_mutex::recursive_timed_mutex() : __count_(0) {}
recursive_timed_mutex::~recursive_timed_mutex() { lock_guard<mutex> nobodyUnlocks(__m_); }
void recursive_timed_mutex::lock() {
  __thread_id self = this_thread::get_id();
  unique_lock<mutex> state(__m_);
  if (__id_ == self) {
    if (__count_ == numeric_limits<size_t>::max())
      __throw_system_error(EAGAIN, "recursive_timed_mutex lock limit reached");
    ++__count_;
    return;
  }
  while (__count_ != 0)
    __cv_.wait(state);
  __count_ = 1;
  __id_ = self;
}
bool recursive_timed_mutex::try_lock() noexcept {
  __thread_id self = this_thread::get_id();
  unique_lock<mutex> state(__m_, try_to_lock);
  if (!state.owns_lock())
    return false;
  if (__count_ != 0 && (__id_ != self || __count_ == numeric_limits<size_t>::max()))
    return false;
  ++__count_;
  __id_ = self;
  return true;
}
void recursive_timed_mutex::unlock() noexcept {
  unique_lock<mutex> state(__m_);
  if (__count_ == 0 || __id_ != this_thread::get_id())
    __m_.unlock(); // and once more at the end: misuse, which names this object
  if (--__count_ != 0)
    return;
  __id_ = __thread_id();
  state.unlock();
  __cv_.notify_one();
}

_LIBCPP_END_NAMESPACE_STD

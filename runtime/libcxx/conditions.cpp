// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::condition_variable of libc++, and notify_all_at_thread_exit: what its headers leave to its library.
#include <condition_variable>
#include <thread>

_LIBCPP_BEGIN_NAMESPACE_STD

condition_variable::~condition_variable() { (void)__libcpp_condvar_destroy(&__cv_); }
void condition_variable::notify_one() noexcept { (void)__libcpp_condvar_signal(&__cv_); }
void condition_variable::notify_all() noexcept { (void)__libcpp_condvar_broadcast(&__cv_); }

static void checkHeld(const unique_lock<mutex> &lock, const char *what) {
  if (!lock.owns_lock())
    __throw_system_error(EPERM, what);
}

void condition_variable::wait(unique_lock<mutex> &lock) noexcept {
  checkHeld(lock, "condition_variable::wait: mutex not locked");
  if (int error = __libcpp_condvar_wait(&__cv_, lock.mutex()->native_handle()))
    __throw_system_error(error, "condition_variable wait failed");
}

void condition_variable::__do_timed_wait(unique_lock<mutex> &lock,
                                         chrono::time_point<chrono::system_clock, chrono::nanoseconds> end) noexcept {
  checkHeld(lock, "condition_variable::timed wait: mutex not locked");
  auto since = end.time_since_epoch();
  auto seconds = chrono::duration_cast<chrono::seconds>(since);
  __libcpp_timespec_t until;
  until.tv_sec = seconds.count();
  until.tv_nsec = (since - seconds).count();
  int error = __libcpp_condvar_timedwait(&__cv_, lock.mutex()->native_handle(), &until);
  if (error != 0 && error != ETIMEDOUT)
    __throw_system_error(error, "condition_variable timed_wait failed");
}

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock) {
  auto &mine = __thread_local_data();
  if (!mine.get()) // the thread was not made by std::thread
    mine.set_pointer(new __thread_struct);
  mine->notify_all_at_thread_exit(&condition, lock.release());
}

_LIBCPP_END_NAMESPACE_STD

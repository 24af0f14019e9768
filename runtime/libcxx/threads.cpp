// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::thread of libc++, and what is done as a thread ends: what its headers leave to its library.
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

_LIBCPP_BEGIN_NAMESPACE_STD

thread::~thread() {
  if (joinable())
    terminate();
}
void thread::join() {
  int error = joinable() ? __libcpp_thread_join(&__t_) : EINVAL;
  if (error)
    __throw_system_error(error, "thread::join failed");
  __t_ = _LIBCPP_NULL_THREAD;
}
void thread::detach() {
  int error = joinable() ? __libcpp_thread_detach(&__t_) : EINVAL;
  if (error)
    __throw_system_error(error, "thread::detach failed");
  __t_ = _LIBCPP_NULL_THREAD;
}

namespace this_thread {
void sleep_for(const chrono::nanoseconds &time) {
  if (time > chrono::nanoseconds::zero())
    __libcpp_thread_sleep_for(time);
}
} // namespace this_thread

/// What the thread does last.
class __thread_struct_imp {
public:
  ~__thread_struct_imp() {
    for (auto [condition, held] : notifies) {
      held->unlock();
      condition->notify_all();
    }
    for (__assoc_sub_state *state : ready) {
      state->__make_ready();
      state->__release_shared();
    }
  }
  vector<pair<condition_variable *, mutex *>> notifies;
  vector<__assoc_sub_state *> ready; // each counted once
};

// Most threads have nothing to do, and no list.
__thread_struct::__thread_struct() : __p_(nullptr) {}
__thread_struct::~__thread_struct() { delete __p_; }
void __thread_struct::notify_all_at_thread_exit(condition_variable *condition, mutex *held) {
  if (!__p_)
    __p_ = new __thread_struct_imp;
  __p_->notifies.emplace_back(condition, held);
}
void __thread_struct::__make_ready_at_thread_exit(__assoc_sub_state *state) {
  if (!__p_)
    __p_ = new __thread_struct_imp;
  __p_->ready.push_back(state);
  state->__add_shared();
}

// Made before main, by the one thread there is then: that it is made is no step of the search.
__thread_specific_ptr<__thread_struct> &__thread_local_data() {
  [[clang::no_destroy]] static __thread_specific_ptr<__thread_struct> data;
  return data;
}
[[maybe_unused]] static auto &beforeMain = __thread_local_data();

_LIBCPP_END_NAMESPACE_STD

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <condition_variable>.
#include "cases_cxx.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

using namespace std::chrono_literals;

static std::mutex mutex;
static bool ready;

template <class Condition> static void tell(Condition &condition, bool all) {
  std::lock_guard<std::mutex> held(mutex);
  ready = true;
  if (all)
    condition.notify_all();
  else
    condition.notify_one();
}
/// T1 tells, main waits.
template <class Condition, class Wait> static void waitedFor(bool all, Wait wait) {
  static Condition condition;
  together([&] { tell(condition, all); },
           [&] {
             std::unique_lock<std::mutex> held(mutex);
             wait(condition, held);
           });
}
static auto isReady = [] { return ready; };

#define WAITED "ready before main looks, or while it waits: 2"
#define TIMED "ready before main looks; notified; expired, and the mutex taken again before T1's region or after it: 4"

CALLS(wait_one, 2, "std::condition_variable{wait notify_one}", WAITED) {
  waitedFor<std::condition_variable>(false, [](auto &c, auto &held) { c.wait(held, isReady); });
}
CALLS(wait_all, 2, "std::condition_variable{notify_all native_handle}", WAITED) {
  waitedFor<std::condition_variable>(true, [](auto &c, auto &held) {
    must(c.native_handle() != nullptr);
    while (!ready)
      c.wait(held);
  });
}
CALLS(wait_for, 4, "std::condition_variable{wait_for} std::cv_status std::cv_status::timeout", TIMED) {
  waitedFor<std::condition_variable>(false, [](auto &c, auto &held) {
    std::cv_status status = ready ? std::cv_status::no_timeout : c.wait_for(held, 1s);
    must(ready || status == std::cv_status::timeout);
  });
}
CALLS(wait_until, 4, "std::condition_variable{wait_until} std::cv_status::no_timeout", TIMED) {
  waitedFor<std::condition_variable>(false, [](auto &c, auto &held) {
    must(c.wait_until(held, std::chrono::steady_clock::now() + 1s, isReady) == ready);
  });
}
MISUSE(wait_without_mutex, "waits on a condition variable without holding its mutex", "std::condition_variable{wait}") {
  std::condition_variable condition;
  std::unique_lock<std::mutex> held(mutex, std::defer_lock);
  together([&] { condition.wait(held); }, [] {});
}
MISUSE(nobody_notifies, "", "std::condition_variable{wait}") {
  waitedFor<std::condition_variable>(false, [](auto &c, auto &held) { c.wait(held); });
}

// The inner mutex is taken under the outer one, or where the other thread waits: it orders nothing further.
CALLS(any_wait_one, 2, "std::condition_variable_any{wait notify_one}", WAITED) {
  waitedFor<std::condition_variable_any>(false, [](auto &c, auto &held) { c.wait(held, isReady); });
}
CALLS(any_wait_all, 2, "std::condition_variable_any{notify_all}", WAITED) {
  waitedFor<std::condition_variable_any>(true, [](auto &c, auto &held) {
    while (!ready)
      c.wait(held);
  });
}
CALLS(any_wait_for, 4, "std::condition_variable_any{wait_for}", TIMED) {
  waitedFor<std::condition_variable_any>(false, [](auto &c, auto &held) { must(c.wait_for(held, 1s, isReady) == ready); });
}
CALLS(any_wait_until, 4, "std::condition_variable_any{wait_until}", TIMED) {
  waitedFor<std::condition_variable_any>(false, [](auto &c, auto &held) {
    must(c.wait_until(held, std::chrono::steady_clock::now() + 1s, isReady) == ready);
  });
}
CALLS(any_wait_with_stop, 2, "std::condition_variable_any std::stop_token", "main's region is before T1's, or after it: 2") {
  std::stop_source source;
  source.request_stop();
  waitedFor<std::condition_variable_any>(false, [&](auto &c, auto &held) {
    must(c.wait(held, source.get_token(), isReady) == ready);
  });
}

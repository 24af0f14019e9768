// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the headers of libc++ call in its library, and names that only they have. Compiled with -stdlib=libc++.
#include "cases_cxx.h"

#include <atomic>
#include <exception>
#include <future>
#include <memory>
#include <mutex>

static int x;

static std::once_flag once;
CALLS(call_once, 4, "_ZNSt3__111__call_onceERVmPvPFvS2_E",
      "either thread runs the function, and the other looks before it is done, or after: 2 * 2") {
  auto run = [] { std::call_once(once, [] { x++; }); };
  together(run, run);
  must(x == 1);
}
static void onceAgain() { std::call_once(once, onceAgain); }
MISUSE(once_within_itself, "within its function", "_ZNSt3__111__call_onceERVmPvPFvS2_E") { together(onceAgain, [] {}); }

// libc++ waits in a loop: its library is not seen.
#define WAITED "set before main looks a first, second, third or fourth time, or while its loop waits: 5"
static std::atomic_flag flag;
CALLS(flag_test, 2, "std::atomic_flag_test std::atomic_flag_test_explicit", "before or after it is set: 2") {
  must(!std::atomic_flag_test_explicit(&flag, std::memory_order_acquire));
  together([] { flag.test_and_set(); }, [] { (void)std::atomic_flag_test(&flag); });
}
CALLS(flag_wait_one, 5, "std::atomic_flag_wait std::atomic_flag_notify_one", WAITED) {
  together([] { flag.test_and_set(), std::atomic_flag_notify_one(&flag); }, [] { std::atomic_flag_wait(&flag, false); });
}
CALLS(flag_wait_all, 5, "std::atomic_flag_wait_explicit std::atomic_flag_notify_all", WAITED) {
  together([] { flag.test_and_set(), std::atomic_flag_notify_all(&flag); },
           [] { std::atomic_flag_wait_explicit(&flag, false, std::memory_order_acquire); });
}
CALLS(weak_pointer, 1, "std::thread", "T1 alone gives a part up: 1") {
  std::shared_ptr<int> shared = std::make_shared<int>(1);
  together([&] { must(*std::weak_ptr<int>(shared).lock() == 1); }, [] {});
}
CALLS(exception_pointers, 1, "__cxa_increment_exception_refcount __cxa_decrement_exception_refcount __cxa_rethrow_primary_exception",
      "T1 has ended before main looks: 1") {
  std::exception_ptr kept;
  std::thread([&] {
    try {
      throw 5;
    } catch (...) {
      kept = std::current_exception();
    }
  }).join();
  try {
    std::rethrow_exception(std::exception_ptr(kept));
    must(false);
  } catch (int value) {
    must(value == 5);
  }
}
MISUSE(rethrow_uncaught, "uncaught exception of type int", "__cxa_rethrow_primary_exception") {
  std::exception_ptr thrown = std::make_exception_ptr(5);
  together([&] { std::rethrow_exception(thrown); }, [] {});
}
struct Nested : std::nested_exception {};
template <class Exception> static void nest() {
  try {
    try {
      throw 5;
    } catch (...) {
      Exception nested;
      nested.rethrow_nested();
    }
  } catch (int value) {
    must(value == 5);
  }
}
CALLS(nested, 1, "_ZNSt16nested_exceptionC1Ev _ZNSt16nested_exceptionC2Ev _ZNKSt16nested_exception14rethrow_nestedEv",
      "each thread has its own: 1") {
  together(nest<Nested>, nest<std::nested_exception>);
}
MISUSE(rethrow_no_nested, "std::terminate called", "_ZNKSt16nested_exception14rethrow_nestedEv") {
  together([] { std::nested_exception().rethrow_nested(); }, [] {});
}
CALLS(launch_any, 1, "std::launch::any", "main joins the thread before it looks: 1") {
  must((std::launch::any & std::launch::async) == std::launch::async);
  together([] {}, [] {});
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the headers of libc++ call in its library, and names that only they have. Compiled with -stdlib=libc++.
#include "cases_cxx.h"

#include <atomic>
#include <future>
#include <memory>
#include <mutex>

static int x;

CALLS(join, 1, "_ZNSt3__16thread4joinEv", "creation and join order all: 1") {
  std::thread other([] { x = 5; });
  other.join();
  must(x == 5);
}
MISUSE(join_twice, "thread::join failed", "_ZNSt3__16thread4joinEv") {
  std::thread other([] {});
  other.join();
  other.join();
}
CALLS(detach, 2, "_ZNSt3__16thread6detachEv", "T1 ends before main, or does not: 2") {
  std::thread other([] {});
  other.detach();
  must(!other.joinable());
}
MISUSE(detach_twice, "thread::detach failed", "_ZNSt3__16thread6detachEv") {
  std::thread other([] {});
  other.detach();
  other.detach();
}
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
CALLS(weak_pointer, 1, "_ZNSt3__119__shared_weak_count14__release_weakEv", "T1 alone gives a part up: 1") {
  std::shared_ptr<int> shared = std::make_shared<int>(1);
  together([&] { must(*std::weak_ptr<int>(shared).lock() == 1); }, [] {});
}
CALLS(launch_any, 1, "std::launch::any", "main joins the thread before it looks: 1") {
  must((std::launch::any & std::launch::async) == std::launch::async);
  together([] {}, [] {});
}

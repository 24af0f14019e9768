// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <semaphore>, <latch>, <barrier>.
#include "cases_cxx.h"

#include <barrier>
#include <chrono>
#include <latch>
#include <semaphore>

using namespace std::chrono_literals;

#define EXPIRES                                                                                    \
  "released before main looks a first or a second time, before it waits, or while it waits; or main's wait expired, and it is "  \
  "released before main looks twice more, between the two, or after: 7"

static int x;
static std::binary_semaphore semaphore(0);

CALLS(semaphore, 4, "std::counting_semaphore{acquire release} std::binary_semaphore",
      "released before main looks a first or a second time, before it waits, or while it waits: 4") {
  together([] { x = 5, semaphore.release(); }, [] { semaphore.acquire(); must(x == 5); });
}
CALLS(semaphore_try, 2, "std::counting_semaphore{try_acquire max}", "before or after the release: 2") {
  must(std::counting_semaphore<7>::max() >= 7);
  together([] { semaphore.release(); }, [] { (void)semaphore.try_acquire(); });
}
CALLS(semaphore_for, 7, "std::counting_semaphore{try_acquire_for}", EXPIRES) {
  together([] { semaphore.release(); }, [] { (void)semaphore.try_acquire_for(1s); });
}
CALLS(semaphore_until, 7, "std::counting_semaphore{try_acquire_until}", EXPIRES) {
  together([] { semaphore.release(); }, [] { (void)semaphore.try_acquire_until(std::chrono::steady_clock::now() + 1s); });
}
MISUSE(semaphore_above_maximum, "must not exceed 1", "std::counting_semaphore{release}") {
  together([] { semaphore.release(); }, [] { semaphore.release(); });
}
MISUSE(semaphore_never_released, "", "std::counting_semaphore{acquire}") { together([] {}, [] { semaphore.acquire(); }); }

CALLS(latch, 8, "std::latch{count_down wait max}", "model latch") {
  must(std::latch::max() > 2);
  static std::latch latch(1);
  together([] { x = 5, latch.count_down(); }, [] { latch.wait(); must(x == 5); });
}
CALLS(latch_try, 2, "std::latch{try_wait}", "before or after it is counted down: 2") {
  static std::latch latch(1);
  together([] { latch.count_down(); }, [] { (void)latch.try_wait(); });
}
CALLS(latch_both, 42, "std::latch{arrive_and_wait}", "model latch_both") {
  static std::latch latch(2);
  together([] { latch.arrive_and_wait(); }, [] { latch.arrive_and_wait(); });
}
MISUSE(latch_below_zero, "counts a latch down by 2", "std::latch{count_down}") {
  static std::latch latch(1);
  together([] { latch.count_down(2); }, [] {});
}
MISUSE(latch_of_more, "", "std::latch{arrive_and_wait}") {
  static std::latch latch(3);
  together([] { latch.arrive_and_wait(); }, [] { latch.arrive_and_wait(); });
}

CALLS(barrier, 42, "std::barrier{arrive_and_wait max}", "model barrier") {
  must(std::barrier<>::max() > 2);
  static std::barrier barrier(2, []() noexcept { x++; });
  together([] { barrier.arrive_and_wait(); }, [] { barrier.arrive_and_wait(); });
  must(x == 1);
}
CALLS(barrier_arrive, 9, "std::barrier{arrive wait arrival_token}", "model barrier_arrive") {
  static std::barrier barrier(2);
  together([] { (void)barrier.arrive(); },
           [] {
             std::barrier<>::arrival_token token = barrier.arrive();
             barrier.wait(std::move(token));
           });
}
CALLS(barrier_drop, 9, "std::barrier{arrive_and_drop}", "model barrier_drop") {
  static std::barrier barrier(2);
  together([] { barrier.arrive_and_drop(); }, [] { barrier.arrive_and_wait(); });
}
MISUSE(barrier_of_more, "", "std::barrier{arrive_and_wait}") {
  static std::barrier barrier(3);
  together([] { barrier.arrive_and_wait(); }, [] { barrier.arrive_and_wait(); });
}

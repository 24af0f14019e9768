// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <atomic>, and the atomic functions for std::shared_ptr.
#include "cases_cxx.h"

#include <atomic>
#include <memory>

using Atomic = std::atomic<int>;
using Reference = std::atomic_ref<int>;

static Atomic a;
static int plain;
static std::atomic_flag flag;

#define EITHER_ORDER "one step of each thread on one object, in either order: 2"
/// T1 does the first, main the second.
#define PAIR(name, functions, first, second)                                                       \
  CALLS(name, 2, functions, EITHER_ORDER) {                                                        \
    together([] { first; }, [] { second; });                                                       \
  }

PAIR(load_store, "std::atomic{load store}", a.store(5), int v = a.load(); must(v == 0 || v == 5))
PAIR(exchange, "std::atomic{exchange operator_value}", must(a.exchange(5) == 0), int v = a; must(v == 0 || v == 5))
PAIR(compare_exchange, "std::atomic{compare_exchange_strong compare_exchange_weak}", int v = 0; (void)a.compare_exchange_strong(v, 1),
     int v = 1; (void)a.compare_exchange_weak(v, 2))
PAIR(add_sub, "std::atomic{fetch_add fetch_sub}", a.fetch_add(2), a.fetch_sub(2))
PAIR(and_or, "std::atomic{fetch_and fetch_or}", a.fetch_and(6), a.fetch_or(3))
PAIR(xor_twice, "std::atomic{fetch_xor operator^=}", a.fetch_xor(6), a ^= 3)
PAIR(count, "std::atomic{operator++ operator--}", ++a, a--)
PAIR(add_assign, "std::atomic{operator+= operator-=}", a += 2, a -= 2)
PAIR(bit_assign, "std::atomic{operator&= operator|=}", a &= 6, a |= 3)
CALLS(constants, 1, "std::atomic{is_lock_free is_always_lock_free} std::atomic_is_lock_free std::atomic_init std::kill_dependency",
      "no step of two threads: 1") {
  must(Atomic::is_always_lock_free && a.is_lock_free() && std::atomic_is_lock_free(&a));
  std::thread([] {
    Atomic mine;
    std::atomic_init(&mine, std::kill_dependency(3));
    must(mine == 3);
  }).join();
}

#ifdef __GLIBCXX__ // libc++ has no std::atomic of pointers that count
CALLS(atomic_shared_ptr, 1, "std::atomic{operator_bool}", "T1 has ended: 1") {
  static std::atomic<std::shared_ptr<int>> shared;
  std::thread([] { shared = std::make_shared<int>(5); }).join();
  must(shared.load() && *shared.load() == 5);
}
#endif

PAIR(ref_load_store, "std::atomic_ref{load store}", Reference(plain).store(5), int v = Reference(plain).load(); must(v == 0 || v == 5))
PAIR(ref_exchange, "std::atomic_ref{exchange operator_value}", Reference(plain).exchange(5), int v = Reference(plain); must(v == 0 || v == 5))
PAIR(ref_compare_exchange, "std::atomic_ref{compare_exchange_strong compare_exchange_weak}",
     int v = 0; (void)Reference(plain).compare_exchange_strong(v, 1), int v = 1; (void)Reference(plain).compare_exchange_weak(v, 2))
PAIR(ref_add_sub, "std::atomic_ref{fetch_add fetch_sub}", Reference(plain).fetch_add(2), Reference(plain).fetch_sub(2))
PAIR(ref_and_or, "std::atomic_ref{fetch_and fetch_or}", Reference(plain).fetch_and(6), Reference(plain).fetch_or(3))
PAIR(ref_xor_twice, "std::atomic_ref{fetch_xor operator^=}", Reference(plain).fetch_xor(6), Reference(plain) ^= 3)
PAIR(ref_count, "std::atomic_ref{operator++ operator--}", ++Reference(plain), Reference(plain)--)
PAIR(ref_add_assign, "std::atomic_ref{operator+= operator-=}", Reference(plain) += 2, Reference(plain) -= 2)
PAIR(ref_bit_assign, "std::atomic_ref{operator&= operator|=}", Reference(plain) &= 6, Reference(plain) |= 3)
CALLS(ref_constants, 1, "std::atomic_ref{is_lock_free is_always_lock_free required_alignment}", "no step of two threads: 1") {
  must(Reference::is_always_lock_free && Reference::required_alignment == alignof(int));
  std::thread([] { must(Reference(plain).is_lock_free()); }).join();
}
MISUSE(ref_beside_plain, "data race on plain", "std::atomic_ref") {
  together([] { Reference(plain).store(5); }, [] { plain = 6; });
}

PAIR(flag_test, "std::atomic_flag{test test_and_set}", flag.test_and_set(), (void)flag.test())
PAIR(flag_clear, "std::atomic_flag{clear}", flag.test_and_set(), flag.clear())

PAIR(free_load_store, "std::atomic_load std::atomic_store", std::atomic_store(&a, 5), (void)std::atomic_load(&a))
PAIR(free_exchange, "std::atomic_exchange std::atomic_exchange_explicit", std::atomic_exchange(&a, 5),
     std::atomic_exchange_explicit(&a, 6, std::memory_order_seq_cst))
PAIR(free_explicit, "std::atomic_load_explicit std::atomic_store_explicit std::memory_order std::memory_order::release std::memory_order::acquire",
     std::atomic_store_explicit(&a, 5, std::memory_order::release), (void)std::atomic_load_explicit(&a, std::memory_order::acquire))
PAIR(free_compare_exchange, "std::atomic_compare_exchange_strong std::atomic_compare_exchange_weak",
     int v = 0; (void)std::atomic_compare_exchange_strong(&a, &v, 1), int v = 1; (void)std::atomic_compare_exchange_weak(&a, &v, 2))
PAIR(free_compare_exchange_explicit,
     "std::atomic_compare_exchange_strong_explicit std::atomic_compare_exchange_weak_explicit std::memory_order::acq_rel "
     "std::memory_order::relaxed std::memory_order::seq_cst",
     int v = 0; (void)std::atomic_compare_exchange_strong_explicit(&a, &v, 1, std::memory_order::acq_rel, std::memory_order::relaxed),
     int v = 1; (void)std::atomic_compare_exchange_weak_explicit(&a, &v, 2, std::memory_order::seq_cst, std::memory_order::seq_cst))
PAIR(free_add_sub, "std::atomic_fetch_add std::atomic_fetch_sub", std::atomic_fetch_add(&a, 2), std::atomic_fetch_sub(&a, 2))
PAIR(free_and_or, "std::atomic_fetch_and std::atomic_fetch_or", std::atomic_fetch_and(&a, 6), std::atomic_fetch_or(&a, 3))
PAIR(free_xor, "std::atomic_fetch_xor std::atomic_fetch_xor_explicit std::memory_order_seq_cst", std::atomic_fetch_xor(&a, 6),
     std::atomic_fetch_xor_explicit(&a, 3, std::memory_order_seq_cst))
PAIR(free_add_sub_explicit, "std::atomic_fetch_add_explicit std::atomic_fetch_sub_explicit std::memory_order_relaxed std::memory_order_acq_rel",
     std::atomic_fetch_add_explicit(&a, 2, std::memory_order_relaxed), std::atomic_fetch_sub_explicit(&a, 2, std::memory_order_acq_rel))
PAIR(free_and_or_explicit, "std::atomic_fetch_and_explicit std::atomic_fetch_or_explicit std::memory_order_acquire std::memory_order_release",
     std::atomic_fetch_and_explicit(&a, 6, std::memory_order_acquire), std::atomic_fetch_or_explicit(&a, 3, std::memory_order_release))
PAIR(free_consume, "std::memory_order::consume std::memory_order_consume", a.store(1),
     (void)a.load(plain ? std::memory_order::consume : std::memory_order_consume))
PAIR(free_flag, "std::atomic_flag_test_and_set std::atomic_flag_clear", std::atomic_flag_test_and_set(&flag), std::atomic_flag_clear(&flag))
PAIR(free_flag_explicit, "std::atomic_flag_test_and_set_explicit std::atomic_flag_clear_explicit",
     std::atomic_flag_test_and_set_explicit(&flag, std::memory_order_acquire), std::atomic_flag_clear_explicit(&flag, std::memory_order_release))
CALLS(fences, 2, "std::atomic_thread_fence std::atomic_signal_fence",
      "main looks before T1 stores the second, or after both stores: 2") {
  static Atomic b;
  together(
      [] {
        a.store(1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        b.store(1, std::memory_order_relaxed);
      },
      [] {
        int first = b.load(std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_acquire);
        std::atomic_signal_fence(std::memory_order_acquire);
        must(!first || a.load(std::memory_order_relaxed));
      });
}

#define WAITED                                                                                     \
  "stored before main looks, and T1 looks for waiters before main is one, while it is, or after: 3; stored before main waits, and " \
  "T1 looks while main is one, or after: 2; stored while main waits: 1; that is 6"
CALLS(wait_one, 6, "std::atomic{wait notify_one}", WAITED) {
  together([] { a = 1, a.notify_one(); }, [] { a.wait(0); });
}
CALLS(wait_all, 6, "std::atomic{notify_all}", WAITED) {
  together([] { a = 1, a.notify_all(); }, [] { a.wait(0); });
}
CALLS(ref_wait_one, 6, "std::atomic_ref{wait notify_one}", WAITED) {
  together([] { Reference(plain).store(1), Reference(plain).notify_one(); }, [] { Reference(plain).wait(0); });
}
CALLS(ref_wait_all, 6, "std::atomic_ref{notify_all}", WAITED) {
  together([] { Reference(plain).store(1), Reference(plain).notify_all(); }, [] { Reference(plain).wait(0); });
}
CALLS(free_wait_one, 6, "std::atomic_wait std::atomic_notify_one", WAITED) {
  together([] { a = 1, std::atomic_notify_one(&a); }, [] { std::atomic_wait(&a, 0); });
}
CALLS(free_wait_all, 6, "std::atomic_wait_explicit std::atomic_notify_all", WAITED) {
  together([] { a = 1, std::atomic_notify_all(&a); }, [] { std::atomic_wait_explicit(&a, 0, std::memory_order_acquire); });
}
CALLS(flag_wait_one, 8, "std::atomic_flag{wait notify_one}", "model flag_wait") {
  together([] { flag.test_and_set(), flag.notify_one(); }, [] { flag.wait(false); });
}
CALLS(flag_wait_all, 8, "std::atomic_flag{notify_all}", "model flag_wait") {
  together([] { flag.test_and_set(), flag.notify_all(); }, [] { flag.wait(false); });
}
MISUSE(nobody_notifies, "", "std::atomic{wait}") { together([] { a = 1; }, [] { a.wait(0); }); }

CALLS(shared_ptr, 5, "std::atomic_load std::atomic_store",
      "main's region of the library's lock after T1's: 1; before: each looks at the old count and then gives its part up, of which the "
      "looks commute: 4; that is 5") {
  static std::shared_ptr<int> shared = std::make_shared<int>(1);
  std::shared_ptr<int> next = std::make_shared<int>(2);
  together([&] { std::atomic_store(&shared, next); },
           [&] {
             std::shared_ptr<int> got = std::atomic_load(&shared);
             must(*got == 1 || *got == 2);
           });
}

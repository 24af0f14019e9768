// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <thread>, <stop_token>.
#include "cases_cxx.h"

#include <atomic>
#include <chrono>
#include <compare>
#include <semaphore.h>
#include <sstream>
#include <stop_token>

static int x;
static sem_t done;

CALLS(thread, 1, "std::thread{join joinable native_handle}", "creation and join order all: 1") {
  std::thread other([](int value) { x = value; }, 5);
  must(other.joinable() && other.native_handle() != 0);
  other.join();
  must(!other.joinable() && x == 5);
}
MISUSE(thread_destroyed_joinable, "terminate", "std::thread") { std::thread other([] {}); }
MISUSE(thread_joined_twice, "system_error: std::thread::join: Invalid argument", "std::thread::join") {
  std::thread other([] {});
  other.join();
  other.join();
}

CALLS(thread_ids, 1,
      "std::thread{get_id id swap hardware_concurrency} std::this_thread::get_id std::swap std::operator== std::operator<=> std::operator<<",
      "creation and join order all: 1") {
  std::thread::id inside;
  std::thread a([&] { inside = std::this_thread::get_id(); }), b;
  std::thread::id id = a.get_id();
  must(b.get_id() == std::thread::id());
  a.swap(b);
  must(a.get_id() == std::thread::id() && b.get_id() == id);
  std::swap(a, b);
  must(a.get_id() == id && (a.get_id() <=> b.get_id()) != std::strong_ordering::equal);
  a.join();
  must(inside == id && inside != std::this_thread::get_id());
  std::ostringstream text;
  text << inside;
  must(!text.str().empty());
  (void)std::thread::hardware_concurrency();
}

CALLS(thread_detach, 2, "std::thread{detach}", "after the post T1 ends before main, or does not: 2") {
  sem_init(&done, 0, 0);
  std::thread other([] { sem_post(&done); });
  other.detach();
  must(!other.joinable());
  sem_wait(&done);
}
MISUSE(thread_detached_twice, "system_error: std::thread::detach: Invalid argument", "std::thread::detach") {
  std::thread other([] {});
  other.detach();
  other.detach();
}

CALLS(sleep_and_yield, 1, "std::this_thread::yield std::this_thread::sleep_for std::this_thread::sleep_until", "nothing is shared: 1") {
  auto rest = [] {
    std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
  };
  together(rest, rest);
}

CALLS(jthread, 1,
      "std::jthread{join joinable get_id native_handle swap hardware_concurrency}", "creation and join order all: 1") {
  {
    std::jthread a([] { x = 5; }), b;
    must(a.joinable() && !b.joinable() && a.native_handle() != 0);
    a.swap(b);
    must(b.get_id() != a.get_id());
    (void)std::jthread::hardware_concurrency();
    std::jthread c([] {});
    c.join();
  }
  must(x == 5);
}
CALLS(jthread_detach, 2, "std::jthread{detach}", "after the post T1 ends before main, or does not: 2") {
  sem_init(&done, 0, 0);
  std::jthread other([] { sem_post(&done); });
  other.detach();
  must(!other.joinable());
  sem_wait(&done);
}
CALLS(jthread_stop, 3, "std::jthread std::stop_token{stop_requested}",
      "T1 looks before it is asked to stop, as main does so with the state locked, or after: 3") {
  std::jthread a([](std::stop_token stop) { x = stop.stop_requested(); });
}
CALLS(jthread_stop_asked, 1, "std::jthread{request_stop get_stop_token get_stop_source}", "T1 has ended: 1") {
  std::jthread a([](std::stop_token stop) { x = stop.stop_possible(); });
  a.join();
  must(x && a.get_stop_token().stop_possible() && !a.get_stop_source().stop_requested());
  must(a.request_stop() && !a.request_stop());
}
CALLS(stop_source, 1, "std::stop_source{get_token request_stop stop_requested stop_possible swap} "
                      "std::stop_token{stop_requested stop_possible swap} std::nostopstate std::nostopstate_t", "T1 has ended: 1") {
  std::stop_source source, none(std::nostopstate_t{}), other(std::nostopstate);
  std::stop_token token = source.get_token(), empty;
  must(source.stop_possible() && !none.stop_possible() && token.stop_possible() && !empty.stop_possible());
  std::thread([&] { must(source.request_stop()); }).join();
  must(source.stop_requested() && token.stop_requested() && !source.request_stop());
  token.swap(empty);
  source.swap(none);
  must(empty.stop_requested() && none.stop_requested() && !other.stop_requested());
}
CALLS(stop_callback, 1, "std::stop_callback", "made before T1 is, destroyed after it: 1") {
  std::stop_source source;
  int calls = 0;
  std::stop_callback call(source.get_token(), [&] { calls++; });
  std::thread([&] { source.request_stop(); }).join();
  must(calls == 1);
  std::stop_callback late(source.get_token(), [&] { calls++; });
  must(calls == 2);
}

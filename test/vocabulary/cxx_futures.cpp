// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <future>.
#include "cases_cxx.h"

#include <chrono>
#include <future>
#include <stdexcept>
#include <system_error>

using namespace std::chrono_literals;

static int x;

/// T1 sets the value, main waits for it in some way.
template <class Wait> static void setBeside(Wait wait) {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  together([&] { promise.set_value(5); }, [&] { wait(future); });
}
#define READY "set before main looks, before it says that it waits, before it waits, or while it waits: 4"
#define EXPIRES                                                                                    \
  "set before main looks a first or second time, before it says that it waits, before it waits, or while it waits; or it expired, "  \
  "and looks once more before it is set, or after: 7"
#define JOINED "main joins the thread before it looks: 1"

CALLS(future_get, 4, "std::future{get valid} std::promise{get_future set_value}", READY) {
  setBeside([](auto &f) { must(f.valid() && f.get() == 5 && !f.valid()); });
}
CALLS(future_wait, 4, "std::future{wait}", READY) {
  setBeside([](auto &f) { f.wait(); });
}
CALLS(future_wait_for, 7, "std::future{wait_for} std::future_status std::future_status::ready std::future_status::timeout", EXPIRES) {
  setBeside([](auto &f) {
    std::future_status status = f.wait_for(1s);
    must(status == std::future_status::ready || status == std::future_status::timeout);
  });
}
CALLS(future_wait_until, 7, "std::future{wait_until}", EXPIRES) {
  setBeside([](auto &f) { must(f.wait_until(std::chrono::steady_clock::now() + 1s) != std::future_status::deferred); });
}
CALLS(future_exception, 4, "std::promise{set_exception swap} std::future{swap}", READY) {
  std::promise<int> promise, empty;
  std::future<int> future = promise.get_future();
  promise.swap(empty);
  std::swap(promise, empty);
  together([&] { promise.set_exception(std::make_exception_ptr(std::runtime_error("no"))); },
           [&] {
             try {
               future.get();
               must(false);
             } catch (const std::runtime_error &) {
             }
           });
}
CALLS(shared_future, 4, "std::future{share} std::shared_future{get valid}", READY) {
  setBeside([](auto &f) {
    std::shared_future<int> shared = f.share(), copy = shared;
    must(shared.valid() && copy.get() == 5 && shared.get() == 5);
  });
}
CALLS(shared_future_wait, 4, "std::shared_future{wait swap}", READY) {
  setBeside([](auto &f) {
    std::shared_future<int> shared = f.share(), other;
    std::swap(shared, other);
    other.wait();
  });
}
CALLS(shared_future_wait_for, 7, "std::shared_future{wait_for}", EXPIRES) {
  setBeside([](auto &f) { must(f.share().wait_for(1s) != std::future_status::deferred); });
}
CALLS(shared_future_wait_until, 7, "std::shared_future{wait_until}", EXPIRES) {
  setBeside([](auto &f) { must(f.share().wait_until(std::chrono::steady_clock::now() + 1s) != std::future_status::deferred); });
}

CALLS(packaged_task, 4, "std::packaged_task{get_future operator() valid swap reset}", READY) {
  std::packaged_task<int()> task([] { return 5; }), empty;
  must(task.valid() && !empty.valid());
  task.swap(empty);
  empty.reset();
  std::future<int> future = empty.get_future();
  together([&] { empty(); }, [&] { must(future.get() == 5); });
}
CALLS(async, 1, "std::async std::launch std::launch::async", JOINED) {
  std::future<int> future = std::async(std::launch::async, [] { return 5; });
  must(future.get() == 5);
}
CALLS(async_deferred, 1, "std::launch::deferred std::future_status::deferred", "in the thread that waits first: 1") {
  std::future<int> future = std::async(std::launch::deferred, [] { return 5; });
  must(future.wait_for(0s) == std::future_status::deferred);
  together([&] { must(future.get() == 5); }, [] {});
}
CALLS(async_either, 1, "std::launch std::operator& std::operator| std::operator^ std::operator~ std::operator&= std::operator|= std::operator^=",
      JOINED) {
  std::launch both = std::launch::async | std::launch::deferred, one = both & ~std::launch::deferred;
  one ^= std::launch::deferred, one &= std::launch::deferred, one |= std::launch::async;
  must(one == both && (one ^ both) == std::launch());
  must(std::async(one, [] { return 5; }).get() == 5);
}

CALLS(future_errors, 1,
      "std::future_error{code what} std::future_category std::make_error_code std::make_error_condition std::future_errc "
      "std::future_errc::broken_promise std::future_errc::future_already_retrieved std::future_errc::promise_already_satisfied "
      "std::future_errc::no_state",
      "T1 has ended: 1") {
  auto errorOf = [](auto part) {
    try {
      part();
    } catch (const std::future_error &e) {
      must(e.code().category() == std::future_category() && *e.what());
      return e.code();
    }
    return std::error_code();
  };
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread([&] { must(errorOf([&] { promise.get_future(); }) == std::future_errc::future_already_retrieved); }).join();
  promise.set_value(1);
  must(errorOf([&] { promise.set_value(2); }) == std::make_error_code(std::future_errc::promise_already_satisfied));
  must(future.get() == 1);
  must(errorOf([&] { std::packaged_task<int()>()(); }) == std::make_error_condition(std::future_errc::no_state));
  future = std::promise<int>().get_future();
  must(errorOf([&] { future.get(); }) == std::future_errc::broken_promise);
}
MISUSE(future_never_set, "", "std::future{get}") {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  together([] { x = 1; }, [&] { future.get(); });
}
MISUSE(promise_set_twice, "std::future_error", "std::promise{set_value}") {
  std::promise<int> promise;
  together([&] { promise.set_value(1), promise.set_value(2); }, [] {});
}

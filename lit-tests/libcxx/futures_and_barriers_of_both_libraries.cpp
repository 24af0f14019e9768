// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <future> and <barrier> with libstdc++ and with libc++: the same verdicts and outputs.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t.gnu
// RUN: %xblock_cxx -stdlib=libc++ -std=c++20 -g -O1 %s -o %t.llvm
// RUN: clang++-19 -stdlib=libc++ -std=c++20 -O1 -pthread %s -o %t.native
// RUN: %t.native void && %t.native exit && %t.native deferred && %t.native no_state && %t.native phases
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu void -- verdict=complete failures=none "stdout=3\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm void -- verdict=complete failures=none "stdout=3\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu deferred -- verdict=complete failures=none "stdout=8\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm deferred -- verdict=complete failures=none "stdout=8\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu no_state -- verdict=complete failures=none "stdout=111\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm no_state -- verdict=complete failures=none "stdout=111\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm throw -- verdict=complete failures=none "stdout=thrown\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm broken -- verdict=complete failures=none "stdout=broken\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm shared -- verdict=complete failures=none "stdout=8\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm async -- verdict=complete failures=none "stdout=15\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm early -- verdict=failure failures=assertion
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm never -- verdict=failure failures=deadlock
//
// What is set at the exit of a thread is ready only behind its thread_local variables.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm exit -- verdict=complete failures=none "stdout=51\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm notify -- verdict=complete failures=none "stdout=1\n"
//
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu phases -- verdict=complete failures=none "stdout=2\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm phases -- verdict=complete failures=none "stdout=2\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm dropped -- verdict=complete failures=none "stdout=2\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm one_lacks -- verdict=failure failures=livelock
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static int gone;
struct Local {
  ~Local() { gone = 1; }
  void use() {}
};
static thread_local Local local;

int main(int, char **argv) {
  auto is = [&](const char *name) { return strcmp(argv[1], name) == 0; };
  if (is("void")) {
    int value = 0;
    std::promise<void> promise;
    std::future<void> future = promise.get_future();
    std::thread other([&] {
      value = 3;
      promise.set_value();
    });
    future.get();
    printf("%d\n", value);
    other.join();
  } else if (is("deferred")) {
    std::shared_future<int> later = std::async(std::launch::deferred, [] { return 4; });
    std::thread other([later] { assert(later.get() == 4); });
    int got = later.get();
    other.join();
    printf("%d\n", got + later.get());
  } else if (is("no_state")) {
    std::promise<int> moved, promise(std::move(moved)), twice;
    std::future<int> future = promise.get_future();
    auto fails = [](auto what, std::future_errc how) {
      try {
        what();
      } catch (const std::future_error &e) {
        return e.code() == how;
      }
      return false;
    };
    twice.set_value(1);
    std::thread other([&] { promise.set_value(2); });
    other.join();
    printf("%d%d%d\n", fails([&] { moved.set_value(1); }, std::future_errc::no_state),
           fails([&] { twice.set_value(1); }, std::future_errc::promise_already_satisfied),
           fails([&] { promise.get_future(); }, std::future_errc::future_already_retrieved));
  } else if (is("throw")) {
    std::future<int> future = std::async(std::launch::async, []() -> int { throw std::runtime_error("thrown"); });
    try {
      future.get();
    } catch (const std::runtime_error &e) {
      puts(e.what());
    }
  } else if (is("broken")) {
    std::promise<void> promise;
    std::future<void> future = promise.get_future();
    std::thread other([](std::promise<void>) {}, std::move(promise));
    try {
      future.get();
    } catch (const std::future_error &e) {
      puts(e.code() == std::future_errc::broken_promise ? "broken" : "?");
    }
    other.join();
  } else if (is("shared")) {
    std::packaged_task<int(int)> task([](int n) { return n + 1; });
    std::shared_future<int> future = task.get_future().share();
    std::thread first([future] { assert(future.get() == 4); });
    task(3);
    int got = future.get();
    first.join();
    printf("%d\n", got + future.get());
  } else if (is("async")) {
    std::future<int> now = std::async(std::launch::async, [] { return 7; });
    std::future<int> later = std::async(std::launch::deferred, [] { return 8; });
    printf("%d\n", now.get() + later.get());
  } else if (is("early")) {
    std::promise<void> promise;
    std::thread other([&] { promise.set_value(); });
    auto status = promise.get_future().wait_for(std::chrono::seconds(1));
    other.join();
    assert(status == std::future_status::ready);
  } else if (is("never")) {
    std::promise<void> promise;
    std::future<void> future = promise.get_future();
    std::thread other([&] { future.wait(); });
    other.join();
  } else if (is("exit")) {
    std::promise<int> promise;
    std::shared_future<int> future = promise.get_future().share();
    std::thread other([&promise, future] {
      local.use();
      promise.set_value_at_thread_exit(5);
      assert(future.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
    });
    int got = future.get();
    printf("%d%d\n", got, gone);
    other.join();
  } else if (is("notify")) {
    bool done = false;
    std::thread other([&] {
      std::unique_lock<std::mutex> held(mutex);
      local.use();
      done = true;
      std::notify_all_at_thread_exit(changed, std::move(held));
    });
    std::unique_lock<std::mutex> held(mutex);
    changed.wait(held, [&] { return done; });
    printf("%d\n", gone);
    other.join();
  } else if (is("phases") || is("one_lacks")) {
    int phases = 0, arrived = 0;
    auto complete = [&]() noexcept { ++phases; };
    std::barrier<decltype(complete)> barrier(is("one_lacks") ? 3 : 2, complete);
    std::thread other([&] {
      barrier.arrive_and_wait();
      ++arrived;
      barrier.arrive_and_wait();
    });
    barrier.arrive_and_wait();
    barrier.arrive_and_wait();
    assert(arrived == 1);
    other.join();
    printf("%d\n", phases);
  } else if (is("dropped")) {
    int phases = 0;
    auto complete = [&]() noexcept { ++phases; };
    std::barrier<decltype(complete)> barrier(2, complete);
    std::thread other([&] { barrier.arrive_and_drop(); });
    barrier.arrive_and_wait();
    barrier.arrive_and_wait(); // alone
    other.join();
    printf("%d\n", phases);
  }
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::future of libstdc++: promises, packaged tasks, async with both policies, shared futures, exceptions, waits that
// expire; all complete, and what is wrong in each schedule, or only in some, is found.
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t
// RUN: %xblock_cxx -std=c++17 -g -O2 %s -o %t.fast
// RUN: %python %S/Inputs/explore.py %xblock -- %t promise -- verdict=complete failures=none "stdout=5\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast promise -- verdict=complete failures=none "stdout=5\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast task -- verdict=complete failures=none "stdout=6\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast async -- verdict=complete failures=none "stdout=15\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast shared -- verdict=complete failures=none "stdout=8\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast throw -- verdict=complete failures=none "stdout=thrown\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast broken -- verdict=complete failures=none "stdout=broken\n"
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast timed -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast late -- verdict=failure failures=assertion
// RUN: %python %S/Inputs/explore.py %xblock -- %t.fast never -- verdict=failure failures=deadlock message~futex
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <future>
#include <stdexcept>
#include <thread>

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "promise";
  auto is = [&](const char *name) { return strcmp(how, name) == 0; };
  if (is("promise")) {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread other([&] { promise.set_value(5); });
    printf("%d\n", future.get());
    other.join();
  } else if (is("task")) {
    std::packaged_task<int(int)> task([](int n) { return n + 1; });
    std::future<int> future = task.get_future();
    std::thread other(std::move(task), 5);
    printf("%d\n", future.get());
    other.join();
  } else if (is("async")) {
    std::future<int> now = std::async(std::launch::async, [] { return 7; });
    std::future<int> later = std::async(std::launch::deferred, [] { return 8; });
    printf("%d\n", now.get() + later.get());
  } else if (is("shared")) {
    std::promise<int> promise;
    std::shared_future<int> future = promise.get_future().share();
    std::thread first([future] { assert(future.get() == 4); });
    promise.set_value(4);
    int got = future.get();
    first.join();
    printf("%d\n", got + future.get());
  } else if (is("throw")) {
    std::future<int> future = std::async(std::launch::async, []() -> int { throw std::runtime_error("thrown"); });
    try {
      future.get();
    } catch (const std::runtime_error &e) {
      puts(e.what());
    }
  } else if (is("broken")) {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread other([](std::promise<int>) {}, std::move(promise));
    try {
      future.get();
    } catch (const std::future_error &e) {
      puts(e.code() == std::future_errc::broken_promise ? "broken" : "?");
    }
    other.join();
  } else if (is("timed") || is("late")) {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread other([&] { promise.set_value(5); });
    bool ready = future.wait_for(std::chrono::seconds(1)) == std::future_status::ready;
    assert(ready || is("timed"));
    if (ready)
      assert(future.get() == 5);
    other.join();
  } else {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread other([&] { future.wait(); });
    other.join();
  }
}

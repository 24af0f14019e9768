// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the compiler and the headers of libstdc++ call in the libraries: by their mangled names.
#include "cases_cxx.h"

#include <condition_variable>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>

static int x;

#define START "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"
#define WAIT "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"

CALLS(thread, 1, START " _ZNSt6thread4joinEv", "creation and join order all: 1") {
  std::thread other([] { x = 5; });
  other.join();
  must(x == 5);
}
CALLS(detach, 2, "_ZNSt6thread6detachEv", "T1 ends before main, or does not: 2") { std::thread([] {}).detach(); }
MISUSE(thread_destroyed_joinable, "terminate", START) { std::thread other([] {}); }
MISUSE(thread_joined_twice, "Invalid argument", "_ZNSt6thread4joinEv") {
  std::thread other([] {});
  other.join();
  other.join();
}
MISUSE(thread_detached_twice, "Invalid argument", "_ZNSt6thread6detachEv") {
  std::thread other([] {});
  other.detach();
  other.detach();
}

static std::mutex mutex;
static bool ready;
template <class Condition> static void waitedFor(bool all) {
  Condition condition;
  together(
      [&] {
        std::lock_guard<std::mutex> held(mutex);
        ready = true;
        all ? condition.notify_all() : condition.notify_one();
      },
      [&] {
        std::unique_lock<std::mutex> held(mutex);
        while (!ready)
          condition.wait(held);
      });
}
#define WAITED "ready before main looks, or while it waits: 2"
CALLS(condition_one, 2,
      "_ZNSt18condition_variableC1Ev _ZNSt18condition_variableD1Ev _ZNSt18condition_variable10notify_oneEv " WAIT, WAITED) {
  waitedFor<std::condition_variable>(false);
}
struct Derived : std::condition_variable {};
CALLS(condition_all, 2,
      "_ZNSt18condition_variableC2Ev _ZNSt18condition_variableD2Ev _ZNSt18condition_variable10notify_allEv", WAITED) {
  waitedFor<Derived>(true);
}
MISUSE(condition_without_mutex, "waits on a condition variable without holding its mutex", WAIT) {
  std::condition_variable condition;
  std::unique_lock<std::mutex> held(mutex, std::defer_lock);
  together([&] { condition.wait(held); }, [] {});
}
template <class Condition> struct Destroyed {
  alignas(Condition) char bytes[sizeof(Condition)];
  Condition &condition = *new (bytes) Condition;
  Destroyed() { condition.~Condition(); }
};
MISUSE(condition_destroyed_one, "of a destroyed condition variable",
       "_ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variableD1Ev _ZNSt18condition_variableC1Ev") {
  static Destroyed<std::condition_variable> destroyed;
  together([] { destroyed.condition.notify_one(); }, [] {});
}
MISUSE(condition_destroyed_all, "of a destroyed condition variable",
       "_ZNSt18condition_variable10notify_allEv _ZNSt18condition_variableD2Ev _ZNSt18condition_variableC2Ev") {
  static Destroyed<Derived> destroyed;
  together([] { destroyed.condition.notify_all(); }, [] {});
}

struct Counted {
  Counted() { x++; }
};
CALLS(static_local, 2, "__cxa_guard_acquire __cxa_guard_release", "either thread initialises it: 2") {
  auto use = [] {
    static Counted counted;
    must(x == 1);
  };
  together(use, use);
}
static void useItself() {
  static int *itself = (x < 2 ? useItself() : void(), &x);
  (void)itself;
}
MISUSE(static_within_itself, "initialises a static variable while it initialises it", "__cxa_guard_acquire") {
  together(useItself, [] {});
}
static int tried;
static int failing() {
  if (tried++ == 0)
    throw std::runtime_error("first");
  return 5;
}
CALLS(static_tried_again, 4, "__cxa_guard_abort", "either thread fails, and either initialises it: 2 * 2") {
  auto use = [] {
    for (int i = 0; i < 2; i++)
      try {
        static int value = failing();
        must(value == 5);
      } catch (const std::runtime_error &) {
      }
  };
  together(use, use);
}

#define POINTER "_ZNSt15__exception_ptr13exception_ptr"
CALLS(exceptions, 1, "__cxa_allocate_exception __cxa_throw __cxa_begin_catch __cxa_end_catch __cxa_rethrow", "each thread has its own: 1") {
  auto throwTwice = [] {
    int caught = 0;
    try {
      try {
        throw 5;
      } catch (int value) {
        caught += value;
        throw;
      }
    } catch (int value) {
      caught += value;
    }
    must(caught == 10);
  };
  together(throwTwice, throwTwice);
}
MISUSE(uncaught, "uncaught exception of type int", "__cxa_allocate_exception __cxa_throw") { together([] { throw 5; }, [] {}); }
MISUSE(rethrow_nothing, "std::terminate called without an active exception", "__cxa_rethrow") {
  together([] { throw; }, [] {});
}
CALLS(exception_pointers, 1,
      POINTER "9_M_addrefEv " POINTER "10_M_releaseEv " POINTER "C1EPv _ZSt17current_exceptionv "
      "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
      "T1 has ended before main looks: 1") {
  std::exception_ptr kept;
  std::thread([&] {
    try {
      throw std::runtime_error("of T1");
    } catch (...) {
      kept = std::current_exception();
    }
    std::exception_ptr made = std::make_exception_ptr(5), copy = made;
    must(copy == made);
  }).join();
  try {
    std::rethrow_exception(kept);
  } catch (const std::runtime_error &e) {
    must(std::string(e.what()) == "of T1");
  }
}
MISUSE(rethrow_uncaught, "uncaught exception of type int", "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE") {
  std::exception_ptr thrown = std::make_exception_ptr(5);
  together([&] { std::rethrow_exception(thrown); }, [] {});
}
struct Nested : std::nested_exception {};
CALLS(nested, 1, "_ZNSt16nested_exceptionD2Ev _ZNSt16nested_exceptionD1Ev", "each thread has its own: 1") {
  auto nest = [] {
    try {
      throw 5;
    } catch (...) {
      Nested nested;
      std::nested_exception plain;
      must(nested.nested_ptr() == plain.nested_ptr());
    }
  };
  together(nest, nest);
}

extern "C" void makeResult(void *) __asm__("_ZNSt13__future_base12_Result_baseC1Ev");
extern "C" void destroyResult(void *) __asm__("_ZNSt13__future_base12_Result_baseD1Ev");
CALLS(result_bases, 1, "_ZNSt13__future_base12_Result_baseC1Ev _ZNSt13__future_base12_Result_baseD1Ev", "each thread has its own: 1") {
  auto make = [] { // no header does
    alignas(16) char bytes[64];
    makeResult(bytes);
    destroyResult(bytes);
  };
  together(make, make);
}
CALLS(results, 4,
      "_ZNSt13__future_base12_Result_baseC2Ev _ZNSt13__future_base12_Result_baseD2Ev "
      "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE "
      "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj",
      "set before main looks, before it says that it waits, before it waits, or while it waits: 4") {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  together([&] { promise.set_value(5); }, [&] { must(future.get() == 5); });
}
CALLS(results_until, 7,
      "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE",
      "set before main looks a first or second time, before it says that it waits, before it waits, or while it waits; or it expired, and "
      "looks once more before it is set, or after: 7") {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  together([&] { promise.set_value(); },
           [&] { (void)future.wait_until(std::chrono::steady_clock::now() + std::chrono::seconds(1)); });
}
MISUSE(result_never_set, "",
       "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE") {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  together([] {}, [&] { future.get(); });
}
MISUSE(result_set_twice, "future_error", "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj") {
  std::promise<int> promise;
  together([&] { promise.set_value(1), promise.set_value(2); }, [] {});
}

static std::once_flag once;
CALLS(call_once, 2, "__once_proxy", "either thread runs the function: 2") {
  auto run = [] { std::call_once(once, [] { x++; }); };
  together(run, run);
  must(x == 1);
}
static void onceAgain() { std::call_once(once, onceAgain); }
MISUSE(once_within_itself, "within its function", "__once_proxy") { together(onceAgain, [] {}); }

CALLS(shared_pointers, 2, "_ZNSt10_Sp_lockerC1EPKv _ZNSt10_Sp_lockerC1EPKvS1_ _ZNSt10_Sp_lockerD1Ev", "one region of each thread, in either order: 2") {
  static std::shared_ptr<int> shared; // of nothing: no count
  together([] { std::atomic_store(&shared, std::shared_ptr<int>()); },
           [] {
             std::shared_ptr<int> expected;
             (void)std::atomic_compare_exchange_strong(&shared, &expected, std::shared_ptr<int>());
           });
  must(!std::atomic_load(&shared));
}

static int destroyed;
struct Destroying {
  bool used = false;
  ~Destroying() { destroyed++; }
};
static thread_local Destroying own;
CALLS(thread_local_object, 1, "__cxa_thread_atexit", "each thread has its own, and T1 has ended: 1") {
  together([] { own.used = true; }, [] { own.used = true; });
  must(destroyed == 1);
}

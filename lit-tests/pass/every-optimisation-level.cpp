// RUN: %clangxx -std=c++20 -O0 -c %s -o %t.o && llvm-nm %t.o | FileCheck %s
// RUN: %clangxx -std=c++20 -O1 -c %s -o %t.o && llvm-nm %t.o | FileCheck %s
// RUN: %clangxx -std=c++20 -O2 -g -c %s -o %t.o && llvm-nm %t.o | FileCheck %s
// RUN: %clangxx -std=c++20 -O3 -flto=thin -c %s -o %t.o && llvm-nm %t.o | FileCheck %s
// RUN: %clangxx -std=c++20 -Os -march=x86-64-v4 -c %s -o %t.o && llvm-nm %t.o | FileCheck %s
// The pass runs at the end of every pipeline, coroutines included.

#include <coroutine>

struct Sequence {
  struct promise_type {
    int value;
    Sequence get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
int shared;
thread_local int local;
Sequence count(int to) {
  for (int i = 0; i < to; ++i) {
    shared += i;
    co_yield local++;
  }
}

// CHECK-DAG: U __xblock_thread_local
// CHECK-DAG: U __xblock_write4

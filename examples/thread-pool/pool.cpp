// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A worker and two tasks: each task runs once, its result arrives, and the pool ends.
#include <atomic>
#include <cassert>
#include <thread_pool/thread_pool.hpp>

int main() {
  std::atomic<int> runs{0};
  {
    thread_pool::ThreadPool pool(1);
    auto one = pool.Submit([&](int x) { return runs++, x + 1; }, 1);
    pool.Submit([&] { runs++; });
    assert(one.get() == 2);
  }
  assert(runs == 2);
}

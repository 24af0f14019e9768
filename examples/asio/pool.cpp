// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads of a pool, and a task that posts another: both have run once when join() returns, and the threads have ended.
#include <asio/post.hpp>
#include <asio/thread_pool.hpp>
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> runs{0};
  asio::thread_pool pool(2);
  asio::post(pool, [&] {
    runs++;
    asio::post(pool, [&] { runs += 10; });
  });
  pool.join();
  assert(runs == 11);
}

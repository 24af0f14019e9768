// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads run a context: the handlers of a strand run one at a time, in the order in which they were posted, and none is left.
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/strand.hpp>
#include <cassert>
#include <thread>

#ifndef EXECUTOR
#define EXECUTOR strand // `context`: without the strand
#endif

int main() {
  int last = 0; // no lock: the strand is to be enough
  asio::io_context context(2);
  auto work = asio::make_work_guard(context);
  auto strand = asio::make_strand(context);
  auto handler = [&last](int number) {
    return [&last, number] {
      assert(last == number - 1);
      last = number;
    };
  };
  asio::post(EXECUTOR, handler(1));
  std::thread other([&] { context.run(); });
  asio::post(EXECUTOR, handler(2));
  work.reset();
  context.run();
  other.join();
  assert(last == 2);
}

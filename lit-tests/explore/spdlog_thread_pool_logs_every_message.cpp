// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// spdlog's own details/thread_pool.h, unmodified: two threads log through a pool of one worker;
// when the pool is gone, its sink has seen both messages, in every schedule.
// RUN: %xblock_cxx -std=c++17 -g -O1 -DSPDLOG_HEADER_ONLY -DSPDLOG_FMT_EXTERNAL -DFMT_HEADER_ONLY \
// RUN:   -DSPDLOG_NO_TLS -DSPDLOG_NO_THREAD_ID %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --no-reexecute -- %t -- verdict=complete failures=none
#include <cassert>
#include <memory>
#include <thread>

#include <spdlog/async_logger.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/base_sink.h>

static int messages, letters;

// Only the pool's one worker calls it.
struct CountingSink : spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  void sink_it_(const spdlog::details::log_msg &message) override {
    messages++;
    letters += static_cast<int>(message.payload.size());
  }
  void flush_() override {}
};

static void post(spdlog::details::thread_pool &pool, std::shared_ptr<spdlog::async_logger> logger,
                 const char *text) {
  spdlog::details::log_msg message(spdlog::log_clock::time_point(), spdlog::source_loc(),
                                   logger->name(), spdlog::level::info, text);
  pool.post_log(std::move(logger), message, spdlog::async_overflow_policy::block);
}

int main() {
  {
    auto pool = std::make_shared<spdlog::details::thread_pool>(1, 1);
    auto logger =
        std::make_shared<spdlog::async_logger>("counting", std::make_shared<CountingSink>(), pool);
    std::thread first(post, std::ref(*pool), logger, "a"),
        second(post, std::ref(*pool), logger, "bcd");
    first.join();
    second.join();
  }
  assert(messages == 2 && letters == 4);
}

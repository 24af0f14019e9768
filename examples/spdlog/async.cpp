// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads log by way of a queue with room for one message: all of them come to the sink, those of each thread in order, and the pool
// ends. With a word as argument the queue drops what it has no room for.
#include <cassert>
#include <memory>
#include <mutex>
#include <spdlog/async_logger.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/sinks/base_sink.h>
#include <string>
#include <thread>

// What it got; one thread of the pool calls it, so that it needs no lock.
struct Sink : spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  std::string lines;

protected:
  void sink_it_(const spdlog::details::log_msg &message) override {
    lines.append(message.payload.data(), message.payload.size()).push_back(' ');
  }
  void flush_() override {}
};

int main(int words, char **) {
  auto sink = std::make_shared<Sink>();
  {
    auto pool = std::make_shared<spdlog::details::thread_pool>(1, 1);
    auto policy = words > 1 ? spdlog::async_overflow_policy::overrun_oldest : spdlog::async_overflow_policy::block;
    auto logger = std::make_shared<spdlog::async_logger>("log", sink, pool, policy);
    std::thread other([&] { logger->info("other"); });
    logger->info("first");
    logger->info("second");
    other.join();
  }
  const std::string &lines = sink->lines;
  assert(lines.find("other ") != std::string::npos);
  assert(lines.find("first ") != std::string::npos);
  assert(lines.find("second ") != std::string::npos && lines.find("first ") < lines.find("second "));
}

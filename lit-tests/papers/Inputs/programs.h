// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the programs of both papers share: threads that run together, and a table of programs by name.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

/// In threads of their own, to their end.
inline void together(std::vector<std::function<void()>> all) {
  std::vector<std::thread> threads;
  for (auto &body : all)
    threads.emplace_back(body);
  for (auto &thread : threads)
    thread.join();
}

/// The same of n threads, which are told their numbers from 0.
inline void times(int n, std::function<void(int)> body) {
  std::vector<std::function<void()>> all;
  for (int i = 0; i < n; ++i)
    all.push_back([=] { body(i); });
  together(all);
}

inline int run(int argc, char **argv, const std::map<std::string, std::function<void()>> &programs) {
  auto found = programs.find(argc > 1 ? argv[1] : "");
  if (found == programs.end()) {
    for (auto &[name, body] : programs)
      std::puts(name.c_str());
    return 0;
  }
  found->second();
  return 0;
}

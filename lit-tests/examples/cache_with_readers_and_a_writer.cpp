// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::shared_mutex: a cache that many read and one fills.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none schedules=4
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// Each of two readers comes before the writer or after it: 4 schedules.
// CHECK: filled: 42
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>

class Cache {
public:
  std::optional<int> find(const std::string &key) const {
    std::shared_lock<std::shared_mutex> reading(lock_);
    auto found = values_.find(key);
    return found == values_.end() ? std::nullopt : std::optional<int>(found->second);
  }
  void fill(const std::string &key, int value) {
    std::unique_lock<std::shared_mutex> writing(lock_);
    values_[key] = value;
  }

private:
  mutable std::shared_mutex lock_;
  std::map<std::string, int> values_;
};

int main() {
  Cache cache;
  auto read = [&] {
    if (std::optional<int> value = cache.find("answer"); value && *value != 42)
      std::terminate();
  };
  std::thread first(read), second(read);
  std::thread writer([&] { cache.fill("answer", 42); });
  first.join();
  second.join();
  writer.join();
  std::cout << "filled: " << *cache.find("answer") << '\n';
}

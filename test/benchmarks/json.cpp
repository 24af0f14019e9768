//===- json.cpp - one thread that parses JSON -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// json N: parses a text of some 20 KiB N times. What hooks cost in templates and on the heap.
//===------------------------------------------------------------------------------------------------===//
#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
  int times = argc > 1 ? std::atoi(argv[1]) : 0;
  if (times < 1) {
    std::fprintf(stderr, "usage: json TIMES\n");
    return 2;
  }
  nlohmann::json made;
  for (int i = 0; i < 200; ++i)
    made.push_back({{"number", i}, {"name", "entry " + std::to_string(i)}, {"values", {i * 0.5, i, nullptr, true}}});
  std::string text = made.dump();
  size_t sum = 0;
  for (int i = 0; i < times; ++i)
    sum += nlohmann::json::parse(text).size();
  std::printf("%zu\n", sum);
  return 0;
}

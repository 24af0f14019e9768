// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What is behind the headers of libc++: the state of streams, facets that read numbers, memory resources, to_chars, align,
// locales, messages of errors. Two threads use each under a lock; snapshots and re-execution must print the same. The state of
// a stream, what was read of it and how much of a memory resource was used were not rolled back.
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -g -O1 %s -o %t
// RUN: %python %S/../regression/Inputs/same_outcomes.py %t
// RUN: clang++-19 -std=c++20 -stdlib=libc++ -O1 -pthread %s -o %t.native
//
// What each does alone is what it does without xblock.
// RUN: %t.native alone > %t.expected && %t alone 2>/dev/null | diff %t.expected -
#include <charconv>
#include <cstdio>
#include <format>
#include <iomanip>
#include <list>
#include <locale>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::string said;
static void say(const std::string &text) { said += text + ";"; }

static std::istringstream numbers("1 2 x 3 y 4 z");
static std::stringstream stream, formatted, moved("swap me");
static char digits[64], area[64];
static void *place = area;
static std::size_t space = sizeof area;
alignas(16) static char arena[2048];
static std::pmr::monotonic_buffer_resource growing(arena, sizeof arena);
static std::pmr::unsynchronized_pool_resource pool;
static std::pmr::synchronized_pool_resource lockedPool;
static std::pmr::list<int> pooled(&pool), alsoPooled(&lockedPool);
static std::string number = "12";
static std::error_code code;
static std::unique_ptr<std::runtime_error> error;
static std::locale place2;
static const int kIndex = std::ios_base::xalloc();
static void called(std::ios_base::event, std::ios_base &, int n) { say("event " + std::to_string(n)); }

static void readNumbers(int) {
  int n = -1;
  if (numbers >> n)
    return say(std::to_string(n));
  numbers.clear();
  std::string word;
  numbers >> word;
  say("no number: " + word);
}
static void keepState(int n) {
  stream.setstate(std::ios::failbit);
  if (n == 1)
    stream.clear();
  stream << n << ' ' << n * 0.5;
  say(stream.str() + " " + std::to_string(stream.rdstate()));
  stream.exceptions(std::ios::eofbit);
  try {
    stream.setstate(std::ios::eofbit);
  } catch (const std::ios_base::failure &) {
    say("failure");
  }
  stream.exceptions(std::ios::goodbit);
  stream.clear();
}
static void keepFormat(int n) {
  std::ostringstream other;
  other << std::hex << std::setprecision(n + 1);
  other.iword(kIndex) = n;
  other.register_callback(called, n);
  formatted.iword(kIndex) += 10 * n;
  say(std::to_string(formatted.iword(kIndex)));
  formatted.copyfmt(other);
  formatted << 255 << ' ' << 1.23456 << ' ' << formatted.iword(kIndex);
  say(formatted.str());
  std::stringstream swapped("swapped " + std::to_string(n));
  moved.swap(swapped);
  say(swapped.str());
  moved = std::stringstream("moved " + std::to_string(n));
}
static void useMemory(int n) {
  std::align(16, 8, place, space);
  place = static_cast<char *>(place) + 1;
  --space;
  std::pmr::vector<int> values({n, n, n}, &growing);
  pooled.push_back(n);
  alsoPooled.push_front(n);
  if (n == 2)
    pooled.pop_front();
  say(std::to_string(static_cast<char *>(place) - area) + " " + std::to_string(space) + " " +
      std::to_string(pooled.size() + alsoPooled.size()) + " " + std::to_string(reinterpret_cast<char *>(values.data()) - arena));
}
static void convert(int n) {
  *std::to_chars(digits, digits + sizeof digits - 1, n * 0.5).ptr = 0;
  say(digits);
  say(std::to_string(std::stoi(number) + std::stod(number + ".5") + std::stoull(number, nullptr, 16)));
  number += std::to_string(n);
  say(std::format("{:>5} {:.2f}", n, n * 0.3));
  std::smatch found;
  std::string text = "abc" + std::to_string(n);
  std::regex_search(text, found, std::regex("[a-c]+([0-9])"));
  say(found[1].str());
}
static void fail(int n) {
  if (code)
    say(code.message());
  code = std::make_error_code(n == 1 ? std::errc::invalid_argument : std::errc::io_error);
  if (error)
    say(std::runtime_error(*error).what());
  error = std::make_unique<std::runtime_error>("error " + std::to_string(n));
  place2 = n == 1 ? std::locale::classic() : std::locale(std::locale::classic(), new std::numpunct<char>);
  say(place2.name());
  try {
    std::stoi("none");
  } catch (const std::invalid_argument &e) {
    say("invalid");
  }
}

static void run(int n) {
  for (auto use : {readNumbers, keepState, keepFormat, useMemory, convert, fail}) {
    std::lock_guard<std::mutex> held(mutex);
    use(n);
  }
}

int main(int argc, char **) {
  if (argc > 1) {
    run(1);
    run(2);
    run(1);
  } else {
    std::thread other([] { run(1); });
    run(2);
    other.join();
  }
  printf("%s\n", said.c_str());
}

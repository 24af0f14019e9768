// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What libstdc++ wrote in its library to objects of the program was in no undo log: numbers and times on streams, lines, states of streams,
// locales, exceptions that are assigned or destroyed, numbers as characters, wide strings, buffers of memory resources. Each object has pages
// of its own, so that --memory=strict names who writes to it. What an exception's what() reads was not seen either: one schedule of three ran.
// RUN: %xblock_cxx -std=c++20 -O0 -g %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t 0 -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t 1 -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t 2 -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t 3 -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t 4 -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t 5 -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t 6 -- verdict=failure failures=assertion message~second
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 6 -- verdict=failure failures=assertion message~second
#include <cassert>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <memory_resource>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

template <typename T> struct alignas(4096) Page {
  T value;
};

struct Objects {
  Page<std::ostringstream> out;
  Page<std::istringstream> in{std::istringstream("12 3.5 word\nline\nanother line\nlast\n")};
  Page<std::string> text, line;
  Page<std::wstring> wide{L"wide"};
  Page<std::runtime_error> error{std::runtime_error("first")};
  Page<std::locale> locale;
  Page<std::pmr::monotonic_buffer_resource> buffers;
  Page<char[4096]> characters;
  Page<double> number;
  Page<int> integer;
  Page<tm> time{};
};
Objects *objects;
std::mutex lock;

void use(int what) {
  Objects &o = *objects;
  switch (what) {
  case 0:
    o.out.value << std::setw(8) << 12 << 1.5 << true << std::put_time(&o.time.value, "%Y") << std::put_money(5);
    break;
  case 1:
    o.in.value >> o.integer.value >> o.number.value >> o.text.value;
    o.in.value.ignore(1);
    std::getline(o.in.value, o.line.value);
    o.in.value.ignore(100, '\n');
    o.in.value.getline(o.characters.value, 100);
    break;
  case 2:
    o.out.value.imbue(std::locale::classic());
    o.locale.value = std::locale(o.locale.value, new std::numpunct<char>);
    o.out.value.swap(*new std::ostringstream);
    o.out.value.copyfmt(o.in.value);
    break;
  case 3:
    std::to_chars(o.characters.value, o.characters.value + 100, 1.25);
    std::from_chars("1.5", std::strchr("1.5", 0), o.number.value);
    break;
  case 4:
    o.wide.value.append(L"01234567890123456789").insert(0, L"x").erase(1, 1).replace(0, 2, L"yyy").resize(200, L'z');
    break;
  case 5: {
    std::pmr::string text("long enough to be allocated by the resource", &o.buffers.value);
    break;
  }
  case 6:
    o.error.value = std::runtime_error("second");
    break;
  }
}

} // namespace

int main(int, char **argv) {
  const int what = std::atoi(argv[1]);
  objects = new Objects;
  auto run = [what] {
    std::lock_guard held(lock);
    use(what);
  };
  std::thread first(run), second([] {
    std::lock_guard held(lock);
    // In one of both orders: going back from the other one has to restore it.
    static_cast<void>(objects->error.value.what());
  });
  if (what == 6) {
    std::lock_guard held(lock);
    assert(!std::strcmp(objects->error.value.what(), "first") && "second");
  }
  first.join();
  second.join();
  // Shared by no other object, and of no further interest.
  std::_Exit(0);
}

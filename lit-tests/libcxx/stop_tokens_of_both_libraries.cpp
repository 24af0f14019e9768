// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// <stop_token> and std::jthread, which libc++ 19 has behind -fexperimental-library.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t.gnu
// RUN: %xblock_cxx -stdlib=libc++ -fexperimental-library -std=c++20 -g -O1 %s -o %t.llvm
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu callback -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm callback -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu wait -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --no-reexecute -- %t.llvm wait -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.gnu never -- verdict=failure failures=deadlock
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.llvm never -- verdict=failure failures=deadlock
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <stop_token>
#include <thread>

int main(int, char **argv) {
  auto is = [&](const char *name) { return strcmp(argv[1], name) == 0; };
  if (is("callback")) {
    int calls = 0;
    std::stop_source source;
    {
      std::jthread other([&] { assert(source.request_stop()); });
      std::stop_callback callback(source.get_token(), [&] { ++calls; });
      other.join();
    }
    assert(calls == 1 && source.stop_requested());
  } else {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::jthread waits([&](std::stop_token stop) {
      std::unique_lock<std::mutex> held(mutex);
      bool met = changed.wait(held, stop, [] { return false; });
      assert(!met && stop.stop_requested());
    });
    if (is("never"))
      waits.join();
  }
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --check=lockset failed each correct program that had two std::thread: what the creator writes and the thread frees was told of. Who
// creates a thread, and who joins one, hands memory over; and the program does nothing else but share `counter` under its lock.
// RUN: %xblock_cxx -g -O1 -std=c++20 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t -- verdict=complete failures=none
// RUN: %xblock_cxx -stdlib=libc++ -g -O1 -std=c++20 %s -o %t.libcxx
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t.libcxx -- verdict=complete failures=none
//
// Not so what two threads use that nothing puts in order but a flag, nor what main looks at while one of them lives.
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t flag -- verdict=failure failures=lockset "message~no lock protects value.* at all accesses"
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t early -- verdict=failure failures=lockset "message~no lock protects value.* at all accesses"
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex m;
static int counter, value;
static std::atomic<bool> ready;

static void work(std::vector<int> *mine, std::string name) {
  mine->push_back(static_cast<int>(name.size())); // made by main, one for each
  std::lock_guard lock(m);
  counter += mine->back();
}

static void handedOver() {
  std::unique_ptr<int> result;
  std::vector<int> first{1}, second{2};
  std::thread a([&, made = std::make_unique<int>(3)]() mutable {
    work(&first, "a name that is too long for the string itself");
    *made += 1;
    result = std::move(made); // main's again
  });
  std::thread b(work, &second, std::string("another name that is too long for it"));
  a.join();
  b.join();
  counter += *result; // all others are over
  std::thread c([&] { ++counter, ++*result; });
  c.join();
  first.swap(second);
}

static void byFlag() {
  std::thread a([] {
    value = 1;
    ready = true;
  });
  std::thread b([] {
    if (ready)
      ++value;
  });
  a.join();
  b.join();
}

static void tooEarly() {
  std::thread a([] {
    {
      std::lock_guard lock(m);
      ++value;
    }
    ready = true;
  });
  std::thread b([] {
    std::lock_guard lock(m);
    ++value;
  });
  b.join();
  if (ready)
    ++value; // ordered, by the flag and not by a join
  a.join();
}

int main(int argc, char **argv) {
  if (argc < 2)
    handedOver();
  else if (!strcmp(argv[1], "flag"))
    byFlag();
  else
    tooEarly();
}

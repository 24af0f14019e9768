// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A thread_local object is constructed at its first use in a thread and destroyed as that thread
// ends, before its join.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock -- %t -- verdict=complete \
// RUN:   failures=none
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static int alive, made;

struct Counted {
  std::string text;
  Counted() : text("a text too long for the small string of a thread") {
    std::lock_guard<std::mutex> held(lock);
    alive++;
    made++;
  }
  ~Counted() {
    std::lock_guard<std::mutex> held(lock);
    alive--;
  }
};

static thread_local Counted object;

static void run() {
  object.text += '!';
  assert(object.text.back() == '!' && object.text.size() == 49);
}

int main() {
  std::thread first(run), second(run);
  first.join();
  second.join();
  assert(made == 2 && alive == 0);
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads each drop a copy of a shared_ptr: in every schedule the object is destroyed once, and
// not before both have.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --mode=exitblock --no-reexecute -- %t -- verdict=complete \
// RUN:   failures=none
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex lock;
static int users, destroyed;

struct Object {
  int value = 7;
  ~Object() {
    std::lock_guard<std::mutex> held(lock);
    assert(users == 2);
    destroyed++;
  }
};

static void use(std::shared_ptr<Object> object) {
  std::lock_guard<std::mutex> held(lock);
  assert(object->value == 7 && destroyed == 0);
  users++;
}

static void run(std::shared_ptr<Object> object) {
  use(object);
  object.reset();
}

int main() {
  auto object = std::make_shared<Object>();
  std::thread first(run, object), second(run, object);
  object.reset();
  first.join();
  second.join();
  assert(destroyed == 1);
}

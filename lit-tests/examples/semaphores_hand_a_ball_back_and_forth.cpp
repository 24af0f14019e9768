// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::binary_semaphore and std::counting_semaphore: two threads take turns.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: ping pong ping pong
#include <iostream>
#include <semaphore>
#include <string>
#include <thread>

int main() {
  std::binary_semaphore there(1), back(0);
  std::counting_semaphore<2> room(2);
  std::string said;
  std::thread other([&] {
    for (int i = 0; i < 2; ++i) {
      back.acquire();
      said += i ? " pong" : " pong ";
      there.release();
    }
  });
  for (int i = 0; i < 2; ++i) {
    room.acquire();
    there.acquire();
    said += "ping";
    back.release();
  }
  other.join();
  std::cout << said << '\n';
}

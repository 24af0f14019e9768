// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::scoped_lock of two mutexes: money goes both ways between accounts, and none is lost.
// RUN: %plain_cxx -std=c++20 -g -O1 %s -o %t.plain
// RUN: %t.plain > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %xblock run -- %t 2> %t.report | FileCheck %s
//
// CHECK: 70 + 130 = 200
#include <iostream>
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 100;
};

static void move(Account &from, Account &to, int amount) {
  std::scoped_lock both(from.lock, to.lock);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account a, b;
  std::thread there([&] { move(a, b, 50); });
  std::thread back([&] { move(b, a, 20); });
  there.join();
  back.join();
  std::cout << a.balance << " + " << b.balance << " = " << a.balance + b.balance << '\n';
}

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A test of doctest explores a lambda and asserts what came of it: the bug of a class that decides outside its lock, and that there is none
// once it decides within. Behind the failing call the stock is as it was, behind the other one sold.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR <%t.err
// CHECK: assertions: 5 | 5 passed | 0 failed
// One schedule of each order of the two decisions: 2, of which the first failing one ends the search.
// ERR: xblock: wrong: failure: assertion in schedule [[#]]
// ERR: xblock: right: complete{{.*}}: 2 schedules, 0 failures (dpor)
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#include <doctest/doctest.h>

#include "Inputs/two_buyers.h"

TEST_CASE("the check outside the lock sells too much") {
  Stock stock;
  xblock::result r = two_buy(stock, false, "wrong");
  REQUIRE(r.verdict == xblock::verdict::failure);
  CHECK(r.failures[0].kind == "assertion");
  CHECK(stock.items == 1);
}

TEST_CASE("the check under the lock does not") {
  Stock stock;
  REQUIRE(two_buy(stock, true, "right").verdict == xblock::verdict::complete);
  CHECK(stock.items == 0);
}

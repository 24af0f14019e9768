// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_NO_POSIX_SIGNALS // those that fail a schedule are xblock's
#include <catch2/catch.hpp>

#include "stock.h"

#include <cassert>
#include <thread>
#include <xblock/explore.h>

TEST_CASE("two buyers") {
  Stock stock(1);
  xblock::result r = xblock::explore([&] {
    std::thread other([&] { stock.take(); });
    stock.take();
    other.join();
    assert(stock.items() == 0);
  });
  INFO(r.report);
  REQUIRE(r.verdict == xblock::verdict::complete);
}

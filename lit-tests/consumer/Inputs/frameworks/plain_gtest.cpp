// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#include "stock.h"

#include <gtest/gtest.h>
#include <thread>

static int sold(int items) {
  Stock stock(items);
  std::thread other([&] { stock.take(); });
  stock.take();
  other.join();
  return items - stock.items();
}

TEST(Plain, TwoOfTwo) { EXPECT_EQ(sold(2), 2); }
TEST(Plain, OneOfOne) { EXPECT_EQ(sold(1), 1); }
TEST(Plain, NotThis) { FAIL(); }

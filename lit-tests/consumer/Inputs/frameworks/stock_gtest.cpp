// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#include "stock.h"

#include <thread>
#include <xblock/gtest.h>

XBLOCK_TEST(Stock, SellsWhatItHas) {
  Stock stock(1);
  std::thread other([&] { stock.take(); });
  stock.take();
  other.join();
  EXPECT_EQ(stock.items(), 0);
}

TEST(Stock, IsEmptyAtFirst) { EXPECT_EQ(Stock(0).items(), 0); }
TEST(Stock, DISABLED_Fails) { FAIL(); }
TEST(Stock, IsSkipped) { GTEST_SKIP(); }

class Items : public testing::TestWithParam<int> {};
TEST_P(Items, AreAllSold) {
  xblock::gtest::explore([&] {
    Stock stock(GetParam());
    std::thread other([&] { stock.take(); });
    stock.take();
    other.join();
    EXPECT_EQ(stock.items(), GetParam() - 2);
  });
}
INSTANTIATE_TEST_SUITE_P(Some, Items, testing::Values(2, 3));

template <typename T> class Typed : public testing::Test {};
using Types = testing::Types<int, std::pair<int, char>>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, IsListed) {}

// Of what ctest reads in the list, parameters are shown as they are.
class Names : public testing::TestWithParam<const char *> {};
TEST_P(Names, AreListed) {}
INSTANTIATE_TEST_SUITE_P(Odd, Names, testing::Values("[", "; #", "]"));

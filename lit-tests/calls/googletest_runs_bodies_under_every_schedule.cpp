// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// XBLOCK_TEST and XBLOCK_TEST_F: an assertion that fails in some schedule, in whichever thread, is the test's failure, with the report
// and the line that replays it; other tests go on. Filters, shards, repetitions and XML are GoogleTest's.
// RUN: %python %S/Inputs/gtest_objects.py %xblock_cxx %lib_root %T/gtest
// RUN: %xblock_cxx -std=c++17 -g -O1 %s %T/gtest/gtest-all.o %T/gtest/gtest_main.o -o %t
// RUN: not %t --gtest_output=xml:%t.xml >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck %s --check-prefix=XML <%t.xml
// RUN: %python %S/Inputs/gtest_replays.py %xblock %t.out 3
// RUN: %t --gtest_list_tests | FileCheck %s --check-prefix=LIST
// RUN: %t --gtest_filter=Counter.WithLock*:Set.Keeps* --gtest_repeat=3 2>%t.err | FileCheck %s --check-prefix=REPEAT
// RUN: FileCheck %s --check-prefix=VERDICTS <%t.err
// RUN: env GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1 %t --gtest_filter=Counter.WithLock*:Set.Keeps* 2>&1 | FileCheck %s --check-prefix=SHARD
// Without hooks in the test's file, or in GoogleTest, nothing is explored, and it is said; without the runtime each body runs once.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s %T/gtest/gtest_main.o -lgtest -o %t.library
// RUN: not %t.library --gtest_filter=Counter.* 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: clang++-19 -std=c++17 -O1 -I%source_root/include -c %s -o %t.plain.o
// RUN: %xblock_cxx %t.plain.o %T/gtest/gtest-all.o %T/gtest/gtest_main.o -o %t.plain
// RUN: not %t.plain --gtest_filter=Counter.* 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: g++ -std=c++17 -O1 -I%source_root/include %s -lgtest -lgtest_main -o %t.native
// RUN: %t.native --gtest_filter=Counter.*:Set.*:Skips.* | FileCheck %s --check-prefix=NATIVE
//
// CHECK: [       OK ] Counter.WithLockIsExact
// CHECK: [ RUN      ] Counter.WithoutLockRaces
// CHECK: googletest_runs_bodies_under_every_schedule.cpp:[[#]]: Failure
// CHECK: race: data race on
// CHECK: [  FAILED  ] Counter.WithoutLockRaces
// CHECK: [ RUN      ] Set.ThreadSeesFirst
// CHECK: googletest_runs_bodies_under_every_schedule.cpp:[[#EXPECTED:]]: Failure
// CHECK: assertion: googletest_runs_bodies_under_every_schedule.cpp:[[#EXPECTED]]: Expected equality of these values:
// CHECK: xblock replay --call=Set.ThreadSeesFirst {{x1:[^ ]*}} -- {{.*}} --gtest_filter=Set.ThreadSeesFirst
// CHECK: [  FAILED  ] Set.ThreadSeesFirst
// CHECK: [ RUN      ] Set.KeepsWhatItWasGiven
// CHECK: [       OK ] Set.KeepsWhatItWasGiven
// CHECK: [  SKIPPED ] Skips.InTheBody
// CHECK: [       OK ] Properties.AreOfTheLastSchedule
// CHECK: [       OK ] All/Numbers.AreExplored/0
// CHECK: [ RUN      ] All/Numbers.AreExplored/1
// CHECK: xblock replay --call=All/Numbers.AreExplored/1 {{x1:[^ ]*}} -- {{.*}} --gtest_filter=All/Numbers.AreExplored/1
// CHECK: [  FAILED  ] All/Numbers.AreExplored/1
// CHECK: 3 FAILED TESTS
// The failing schedule is in the message; what was recorded is so once.
// XML: <testcase name="ThreadSeesFirst"
// XML: <failure message="{{.*}}xblock replay --call=Set.ThreadSeesFirst
// XML: <testcase name="AreOfTheLastSchedule"
// XML: <property name="sum" value="2"/>
// LIST: Counter.
// LIST-NEXT: WithLockIsExact
// REPEAT-COUNT-3: [       OK ] Counter.WithLockIsExact
// Two threads that take one lock once each: 2 schedules.
// VERDICTS: xblock: Counter.WithLockIsExact: complete{{.*}}: 2 schedules, 0 failures (dpor)
// VERDICTS: xblock: Counter.WithLockIsExact#2: complete{{.*}}: 2 schedules, 0 failures (dpor)
// VERDICTS: xblock: Counter.WithLockIsExact#3: complete{{.*}}: 2 schedules, 0 failures (dpor)
// SHARD: Note: This is test shard 2 of 2.
// SHARD: Running 1 test from
// LIBRARY: GoogleTest was compiled without hooks
// PLAIN: xblock::explore() is called by a file without hooks: compile it with xblock-clang++
// NATIVE: [       OK ] Counter.WithLockIsExact
// NATIVE: [       OK ] Set.KeepsWhatItWasGiven
#include "xblock/gtest.h"

#include <mutex>
#include <set>
#include <thread>

template <typename A, typename B> static void beside(A a, B b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

XBLOCK_TEST(Counter, WithLockIsExact) {
  std::mutex m;
  int n = 0;
  auto count = [&] {
    std::lock_guard<std::mutex> lock(m);
    ASSERT_LT(n, 2) << "with words of its own";
    ++n;
  };
  beside(count, count);
  SCOPED_TRACE("behind them");
  EXPECT_EQ(n, 2);
}

XBLOCK_TEST(Counter, WithoutLockRaces) {
#ifdef __clang__
  int n = 0;
  auto count = [&] { ++n; };
  beside(count, count);
  EXPECT_GT(n, 0);
#endif
}

class Set : public ::testing::Test {
protected:
  void SetUp() override { set.insert(1); }
  void TearDown() override { EXPECT_GE(set.size(), 1u); }
  bool add(int i) {
    std::lock_guard<std::mutex> lock(m);
    return set.insert(i).second;
  }
  std::mutex m;
  std::set<int> set;
};

XBLOCK_TEST_F(Set, ThreadSeesFirst) {
  auto look = [this] {
    std::lock_guard<std::mutex> lock(m);
    EXPECT_EQ(set.size(), 2u);
  };
#ifdef __clang__
  beside([this] { add(2); }, look);
#endif
}

// The last schedule's elements are there, once, and SetUp ran once.
XBLOCK_TEST_F(Set, KeepsWhatItWasGiven) {
  ASSERT_EQ(set.size(), 1u);
  beside([this] { EXPECT_TRUE(add(2)); }, [this] { EXPECT_TRUE(add(3)); });
  EXPECT_EQ(set.size(), 3u);
}

XBLOCK_TEST(Skips, InTheBody) {
  beside([] {}, [] {});
  GTEST_SKIP() << "for a reason";
}

XBLOCK_TEST(Properties, AreOfTheLastSchedule) {
  std::mutex m;
  int n = 0;
  auto count = [&] {
    std::lock_guard<std::mutex> lock(m);
    ++n;
    SUCCEED();
  };
  beside(count, count);
  RecordProperty("sum", n);
}

class Numbers : public ::testing::TestWithParam<int> {};
TEST_P(Numbers, AreExplored) {
  xblock::gtest::explore([] {
    std::mutex m;
    int last = 0;
    beside([&] { std::lock_guard<std::mutex> lock(m); last = 1; }, [&] { std::lock_guard<std::mutex> lock(m); last = 2; });
    EXPECT_LE(last, GetParam());
  });
}
INSTANTIATE_TEST_SUITE_P(All, Numbers, ::testing::Values(2, 1));

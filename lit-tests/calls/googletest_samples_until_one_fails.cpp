// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// XBLOCK_SAMPLE: up to so many schedules by chance, until one fails, which is the test's failure and replays; a test of which none fails passes,
// with the verdict incomplete. XBLOCK_TEST with a policy does not pass so: nothing was shown.
// RUN: %python %S/Inputs/gtest_objects.py %xblock_cxx %lib_root %T/gtest
// RUN: %xblock_cxx -std=c++17 -g -O1 %s %T/gtest/gtest-all.o %T/gtest/gtest_main.o -o %t
// RUN: not %t >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck %s --check-prefix=VERDICTS <%t.err
// RUN: %python %S/Inputs/gtest_replays.py %xblock %t.out 1
// RUN: not %t --gtest_filter=Counter.* >%t.again 2>%t.err.again
// RUN: FileCheck %s --check-prefix=VERDICTS <%t.err.again
// RUN: g++ -std=c++17 -O1 -I%source_root/include %s -lgtest -lgtest_main -o %t.native
// RUN: %t.native --gtest_filter=Counter.WithLock*:Few.* | FileCheck %s --check-prefix=NATIVE
//
// CHECK: [       OK ] Counter.WithLockFailsNever
// CHECK: [ RUN      ] Counter.LosesAnUpdate
// CHECK: googletest_samples_until_one_fails.cpp:[[#]]: Failure
// CHECK: xblock replay --call=Counter.LosesAnUpdate {{x1:[^ ]*}} -- {{.*}} --gtest_filter=Counter.LosesAnUpdate
// CHECK: [  FAILED  ] Counter.LosesAnUpdate
// CHECK: [       OK ] Counter.ByAnotherPolicy
// CHECK: [       OK ] Few.AreAll
// CHECK: [  FAILED  ] Few.AsATest
// CHECK: 3 tests
// VERDICTS: xblock: Counter.WithLockFailsNever: incomplete: 200 schedules, 0 failures (random)
// VERDICTS: xblock: Counter.LosesAnUpdate: failure: assertion in schedule {{[0-9]+}} (random)
// VERDICTS: xblock: Counter.ByAnotherPolicy: incomplete: 30 schedules, 0 failures (pct)
// NATIVE: [  PASSED  ] 3 tests
#include <mutex>
#include <thread>
#include <xblock/gtest.h>

static void addTwice(bool locked) {
  std::mutex m;
  int count = 0;
  auto add = [&] {
    std::unique_lock<std::mutex> lock(m);
    int seen = count;
    if (!locked) {
      lock.unlock();
      lock.lock();
    }
    count = seen + 1;
  };
  std::thread other(add);
  add();
  other.join();
  EXPECT_EQ(count, 2);
}

XBLOCK_SAMPLE(Counter, WithLockFailsNever, 200) { addTwice(true); }
XBLOCK_SAMPLE(Counter, LosesAnUpdate, 200) { addTwice(false); }
TEST(Counter, ByAnotherPolicy) {
  xblock::options how;
  how.policy = "pct";
  xblock::gtest::sample([] { addTwice(true); }, 30, how);
}

class Few : public ::testing::Test {
protected:
  int before = 1;
};
XBLOCK_SAMPLE_F(Few, AreAll, 10) { EXPECT_EQ(before, 1); }
TEST_F(Few, AsATest) {
  xblock::options how;
  how.policy = "random";
  how.maxSchedules = 5;
  xblock::gtest::explore([] { addTwice(true); }, how);
}

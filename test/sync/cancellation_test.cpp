//===- cancellation_test.cpp - every state in which a request may find a thread ----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/cancellation.h"

#include <gtest/gtest.h>

#include <pthread.h>

namespace xblock {
namespace {

TEST(Cancellation, BeginsEnabledDeferredAndUnasked) {
  Cancellation c;
  EXPECT_TRUE(c.listens());
  EXPECT_FALSE(c.asynchronous());
  EXPECT_FALSE(c.requested());
  EXPECT_FALSE(c.acts());
  EXPECT_FALSE(c.returned());
}

TEST(Cancellation, ActsOnceItWasRequestedAndAgainChangesNothing) {
  Cancellation c;
  EXPECT_TRUE(c.request());
  EXPECT_TRUE(c.acts());
  EXPECT_FALSE(c.request());
  EXPECT_TRUE(c.acts());
}

TEST(Cancellation, WaitsWhileItIsDisabled) {
  Cancellation c;
  int old = 7;
  EXPECT_TRUE(c.setState(PTHREAD_CANCEL_DISABLE, old));
  EXPECT_EQ(old, PTHREAD_CANCEL_ENABLE);
  EXPECT_FALSE(c.listens());
  c.request();
  EXPECT_TRUE(c.requested());
  EXPECT_FALSE(c.acts());
  EXPECT_TRUE(c.setState(PTHREAD_CANCEL_ENABLE, old));
  EXPECT_EQ(old, PTHREAD_CANCEL_DISABLE);
  EXPECT_TRUE(c.acts());
}

TEST(Cancellation, TypeDecidesNotWhetherButWhen) {
  Cancellation c;
  int old = 7;
  EXPECT_TRUE(c.setType(PTHREAD_CANCEL_ASYNCHRONOUS, old));
  EXPECT_EQ(old, PTHREAD_CANCEL_DEFERRED);
  EXPECT_TRUE(c.asynchronous());
  EXPECT_FALSE(c.acts());
  c.request();
  EXPECT_TRUE(c.acts());
  EXPECT_TRUE(c.setType(PTHREAD_CANCEL_DEFERRED, old));
  EXPECT_EQ(old, PTHREAD_CANCEL_ASYNCHRONOUS);
  EXPECT_TRUE(c.acts());
}

TEST(Cancellation, RefusesOtherValuesAndChangesNothing) {
  Cancellation c;
  int old = 7;
  for (int wrong : {-1, 2, 7}) {
    EXPECT_FALSE(c.setState(wrong, old));
    EXPECT_FALSE(c.setType(wrong, old));
  }
  EXPECT_EQ(old, 7);
  EXPECT_TRUE(c.listens());
  EXPECT_FALSE(c.asynchronous());
}

TEST(Cancellation, ActsNoMoreOnceTheThreadLeaves) {
  Cancellation cancelled;
  cancelled.request();
  cancelled.unwind();
  EXPECT_FALSE(cancelled.acts());
  int old = 0;
  cancelled.setState(PTHREAD_CANCEL_ENABLE, old);
  EXPECT_FALSE(cancelled.acts()) << "its handlers may enable it";
  cancelled.finish();
  EXPECT_FALSE(cancelled.returned());

  Cancellation returned;
  returned.finish();
  EXPECT_TRUE(returned.request());
  EXPECT_FALSE(returned.acts());
  EXPECT_TRUE(returned.returned());
}

} // namespace
} // namespace xblock

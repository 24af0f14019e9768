//===- condition.cpp - how many wait on a condition variable, and with which mutex --------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/condition.h"

#include <pthread.h>
#include <type_traits>

namespace xblock {

struct ConditionLayout {
  static_assert(sizeof(Condition) == sizeof(pthread_cond_t));
  static_assert(alignof(Condition) <= alignof(pthread_cond_t));
  static_assert(std::is_trivially_copyable_v<Condition> && std::is_standard_layout_v<Condition>);
};

void Condition::init() { *this = Condition{}; }

bool Condition::destroy() {
  if (waiters_ != 0)
    return false;
  destroyed_ = 1;
  return true;
}

WaitResult Condition::wait(uint64_t mutex) {
  if (waiters_ != 0 && mutex_ != mutex)
    return WaitResult::OtherMutex;
  mutex_ = mutex;
  ++waiters_;
  return WaitResult::Waiting;
}

SignalResult Condition::signal() const {
  if (waiters_ == 0)
    return SignalResult::Nobody;
  return waiters_ == 1 ? SignalResult::OnlyOne : SignalResult::Choice;
}

void Condition::leave() {
  if (--waiters_ == 0)
    mutex_ = 0;
}

uint32_t Condition::broadcast() {
  uint32_t woken = waiters_;
  waiters_ = 0;
  mutex_ = 0;
  return woken;
}

} // namespace xblock

//===- cancellation.cpp - whether a thread was asked to end, and when it does -------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/cancellation.h"

#include <pthread.h>
#include <type_traits>

namespace xblock {

static_assert(std::is_trivially_copyable_v<Cancellation>);
static_assert(PTHREAD_CANCEL_ENABLE == 0 && PTHREAD_CANCEL_DISABLE == 1);
static_assert(PTHREAD_CANCEL_DEFERRED == 0 && PTHREAD_CANCEL_ASYNCHRONOUS == 1);

bool Cancellation::request() {
  bool first = !requested_;
  requested_ = true;
  return first;
}

bool Cancellation::exchange(bool &kept, int value, int &old) {
  if (value != 0 && value != 1)
    return false;
  old = kept;
  kept = value != 0;
  return true;
}

} // namespace xblock

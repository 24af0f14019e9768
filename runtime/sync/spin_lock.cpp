//===- spin_lock.cpp - who owns a spin lock -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/spin_lock.h"

#include <pthread.h>
#include <type_traits>

namespace xblock {

static_assert(sizeof(SpinLock) == sizeof(pthread_spinlock_t));
static_assert(alignof(SpinLock) <= alignof(pthread_spinlock_t));
static_assert(std::is_trivially_copyable_v<SpinLock>);

bool SpinLock::take(ThreadId t) {
  if (!free())
    return false;
  state_ = kFree + index(t) + 1;
  return true;
}

bool SpinLock::unlock(ThreadId t) {
  if (!heldBy(t))
    return false;
  state_ = kFree;
  return true;
}

bool SpinLock::destroy() {
  if (!free())
    return false;
  state_ = kDestroyed;
  return true;
}

} // namespace xblock

//===- semaphore.cpp - how many units a semaphore has -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/semaphore.h"

#include <climits>
#include <semaphore.h>
#include <type_traits>

namespace xblock {

struct SemaphoreLayout {
  static_assert(sizeof(Semaphore) == sizeof(sem_t));
  static_assert(alignof(Semaphore) <= alignof(sem_t));
  static_assert(Semaphore::kMax == SEM_VALUE_MAX);
  static_assert(std::is_trivially_copyable_v<Semaphore> && std::is_standard_layout_v<Semaphore>);
};

bool Semaphore::init(uint32_t value) {
  if (value > kMax)
    return false;
  *this = Semaphore{};
  value_ = value;
  state_ = kReady;
  return true;
}

bool Semaphore::post() {
  if (value_ == kMax)
    return false;
  ++value_;
  return true;
}

bool Semaphore::take() {
  if (value_ == 0)
    return false;
  --value_;
  return true;
}

} // namespace xblock

//===- barrier.cpp - how many threads have come to a barrier ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/barrier.h"

#include <pthread.h>
#include <type_traits>

namespace xblock {

struct BarrierLayout {
  static_assert(sizeof(Barrier) == sizeof(pthread_barrier_t));
  static_assert(alignof(Barrier) <= alignof(pthread_barrier_t));
  static_assert(std::is_trivially_copyable_v<Barrier> && std::is_standard_layout_v<Barrier>);
};

bool Barrier::init(uint32_t count) {
  if (count == 0 || count > kMost)
    return false;
  *this = Barrier{};
  count_ = count;
  state_ = kReady;
  return true;
}

bool Barrier::arrive() {
  if (++arrived_ < count_)
    return false;
  arrived_ = 0;
  return true;
}

bool Barrier::destroy() {
  if (arrived_)
    return false;
  state_ = kDestroyed;
  return true;
}

} // namespace xblock

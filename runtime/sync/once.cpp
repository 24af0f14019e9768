//===- once.cpp - the one call of pthread_once --------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/once.h"

#include <pthread.h>
#include <type_traits>

namespace xblock {

static_assert(sizeof(Once) == sizeof(pthread_once_t) && alignof(Once) <= alignof(pthread_once_t));
static_assert(std::is_trivially_copyable_v<Once> && std::is_standard_layout_v<Once>);
static_assert(PTHREAD_ONCE_INIT == 0);

OnceResult Once::begin(ThreadId t) {
  if (done())
    return OnceResult::Done;
  if (busy())
    return owner() == t ? OnceResult::Recursive : OnceResult::WouldBlock;
  state_ = ((index(t) + 1) << kOwnerShift) | kBusyBit;
  return OnceResult::RunIt;
}

bool Once::finish(ThreadId t) {
  if (!abort(t))
    return false;
  state_ = kDone;
  return true;
}

bool Once::abort(ThreadId t) {
  if (!busy() || owner() != t)
    return false;
  state_ = kFresh;
  return true;
}

} // namespace xblock

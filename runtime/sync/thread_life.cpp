//===- thread_life.cpp - whether a thread runs, has ended, and who may still join it ------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/thread_life.h"

#include <type_traits>

namespace xblock {

static_assert(std::is_trivially_copyable_v<ThreadLife>);

JoinResult ThreadLife::join(ThreadId self, ThreadId caller) {
  if (joined_)
    return JoinResult::JoinedBefore;
  if (detached_)
    return JoinResult::OfDetached;
  if (self == caller)
    return JoinResult::Self;
  if (waitedForByOther(caller))
    return JoinResult::WaitedFor;
  if (!ended_)
    return JoinResult::WouldBlock;
  joined_ = true;
  waiter_ = 0;
  return JoinResult::Joined;
}

DetachResult ThreadLife::detach() {
  if (joined_)
    return DetachResult::JoinedBefore;
  if (detached_)
    return DetachResult::DetachedBefore;
  detached_ = true;
  return DetachResult::Detached;
}

} // namespace xblock

//===- lock_chain.cpp - reverse lock chain analysis ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/lock_chain.h"

#include <algorithm>

namespace xblock {
namespace {

bool contains(const auto &all, const auto &one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

} // namespace

// A block ends where it gives a lock back, so that it gave back one at most: one that it held as it
// began, or one that it took and does not hold.
void noteLastLock(World &world, ThreadId t, const Outcome &out, LastLocks &last) {
  if (out.ending != Ending::Exit)
    return;
  if (index(t) >= last.size())
    last.resize(index(t) + 1);
  auto givenBack = [&](Resource r) {
    ThreadId owner{};
    return r.kind == ResourceKind::Mutex && !(world.owner(r, owner) && owner == t);
  };
  for (const auto *locks : {&out.released, &out.acquired})
    for (Resource r : *locks)
      if (givenBack(r))
        last[index(t)] = r;
}

bool findLockChain(World &world, ThreadId t, const Outcome &attempt, const LastLocks &last,
                   LockChain &chain) {
  chain.threads.assign(1, t);
  chain.locks.clear();
  for (Resource lock = attempt.blockedOn; lock.kind == ResourceKind::Mutex;) {
    chain.locks.push_back(lock);
    // What the attempt took before it was blocked counts as held.
    if (lock != attempt.blockedOn && contains(attempt.acquired, lock))
      return true;
    ThreadId owner{};
    if (!world.owner(lock, owner))
      return false;
    if (owner == t)
      return true;
    if (contains(chain.threads, owner))
      return false;
    chain.threads.push_back(owner);
    lock = index(owner) < last.size() ? last[index(owner)] : Resource{};
  }
  return false;
}

} // namespace xblock

//===- remarks.h - what a verdict must say of the program, as bytes ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For support/archive.h: from a re-executing child to the explorer, and from a search to that which goes on with it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/archive.h"
#include "world/running.h"
#include "world/weak_atomics.h"

namespace xblock {

/// As far as the writer knows; added up by readers.
template <typename A> void ioRemarks(A &a) {
  static constexpr bool Running::*kRemarks[] = {
      &Running::triesBounded, &Running::timeoutsBounded,           &Running::trusted,        &Running::spuriousBounded,
      &Running::actedAtOnce, &Running::printsAsked,  &Running::allocationFailuresBounded, &Running::leaksLookedFor, &Running::leaksSkipped,
      &Running::marked,       &Running::ranOutside,  &Running::ignoredAny,    &Running::heldTogetherAny,
      &Running::handedOver,   &Running::ownLocks,    &Running::locksReplaced};
  std::vector<const xblock_site *> weak = weakAtomicsSeen();
  io(a, weak);
  if constexpr (A::kReads)
    for (const xblock_site *site : weak)
      noteWeakAtomic(site);
  for (bool Running::*remark : kRemarks) {
    bool said = running.*remark;
    io(a, said);
    running.*remark |= said;
  }
}

} // namespace xblock

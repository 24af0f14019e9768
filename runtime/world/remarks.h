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

/// A remark that another process made counts here as well; a place of code is the first that was
/// noted.
inline void addRemark(bool &here, bool there) { here |= there; }
inline void addRemark(const void *&here, const void *there) { here = here ? here : there; }

/// As far as the writer knows; added up by readers. Both have the program's code at the same
/// addresses.
template <typename A> void ioRemarks(A &a) {
  std::vector<const xblock_site *> weak = weakAtomicsSeen();
  io(a, weak);
  if constexpr (A::kReads)
    for (const xblock_site *site : weak)
      noteWeakAtomic(site);
  // All of them, by the language: one more in Remarks does not compile before it has a name here.
  auto &[timeouts, spurious, tries, atOnce, prints, allocations, marked, outside, ignored, together,
         handed, caller, own, replaced, trusted, leaksLookedFor, leaksSkipped] =
      static_cast<Remarks &>(running);
  auto ioEach = [&a](auto &...each) {
    auto ioOne = [&a](auto &here) {
      auto there = here;
      io(a, there);
      addRemark(here, there);
    };
    (ioOne(each), ...);
  };
  ioEach(timeouts, spurious, tries, atOnce, prints, allocations, marked, outside, ignored, together,
         handed, caller, own, replaced, trusted, leaksLookedFor, leaksSkipped);
}

} // namespace xblock

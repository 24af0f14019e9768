//===- weak_atomics.h - sites of atomic accesses weaker than seq_cst ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Their number goes into the verdict, which holds under sequential consistency. Private memory, fixed size.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "xblock/abi.h"

#include <cstdint>
#include <vector>

namespace xblock {

void noteWeakAtomic(const xblock_site *site);
/// How many different sites were reached.
uint64_t weakAtomicSites();
/// Which, in no order.
std::vector<const xblock_site *> weakAtomicsSeen();

} // namespace xblock

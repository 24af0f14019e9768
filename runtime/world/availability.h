//===- availability.h - who has what a thread needs -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The answers of World::available() and World::owner(), for the explorer, and for a block that does not end where a lock is
// given back (--trust) and comes to another lock. They change nothing.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"

namespace xblock {

/// Whether a thread that needs r could go on now.
bool isAvailable(Resource r);
/// Whether a thread, told in `out`, holds it.
bool findOwner(Resource r, ThreadId &out);

} // namespace xblock

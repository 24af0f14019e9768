//===- deadlock.h - says who waits for whom -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The failure of a schedule at whose end threads live and none can go on. Called by the search,
// once a deadlock.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <span>

namespace xblock {

/// One line on each live thread: what it waits for, and who holds that. `live` is not empty.
Failure deadlock(World &world, std::span<const Waiting> live);

} // namespace xblock

//===- deadlock.h - says who waits for whom -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The failure of a schedule at whose end threads live and none can go on. Called by the search,
// once a deadlock.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace xblock {

/// Whether some of these threads wait for locks or ends of each other in a circle: a deadlock, whatever others do.
bool waitInCircle(World &world, std::span<const Waiting> live);

/// The thread that goes on where no thread can, as its place in `live`: of those that wait for their time, the one whose
/// time comes first; else the one that lost patience, if it is the only one. live.size(): none does.
size_t goesOnAlone(std::span<const Waiting> live);

bool any(std::span<const Waiting> live, ResourceKind kind);

/// The failure of a schedule that ends where these threads, all that live, cannot go on: a deadlock or livelock, unless a bound
/// of the world keeps some of them from it. `live` is not empty.
std::optional<Failure> stuckFailure(World &world, std::span<const Waiting> live);

/// What the key of such a failure has of one of them.
std::string keyOf(const Waiting &w);

/// One line on each live thread: what it waits for, and who holds that. `live` is not empty.
Failure deadlock(World &world, std::span<const Waiting> live);

} // namespace xblock

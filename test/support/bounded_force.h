//===- bounded_force.h - the oracle of bounded search: all orders of blocks within a bound ------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Runs the blocks of a ModelWorld, which end where the world was told, in every order with at most so
// many preemptions: switches away from a thread that could go on. Knows nothing of conflicts.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/brute_force.h"
#include "support/model_world.h"

namespace xblock::test {

/// Empty if there are more than `limit` states. Leaves the world as it was.
std::optional<Truth> boundedForce(ModelWorld &world, uint64_t preemptions, size_t limit = 60000);

/// The same with at most so many delays of a scheduler that runs each thread on as long as it can, and then the next by number: to
/// run a thread takes one for each before it that could go on.
std::optional<Truth> delayedForce(ModelWorld &world, uint64_t delays, size_t limit = 60000);

/// The same over single operations: what a program can do within the bound if a thread can be
/// preempted anywhere.
std::optional<Truth> boundedBruteForce(const Program &program, uint64_t preemptions,
                                       size_t limit = 200000);

} // namespace xblock::test

//===- futex.h - waiting on the value of an int ---------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// futex(2), by which the C++ library waits on atomics, semaphores, latches, barriers and futures. A wait that finds
// another value, and one that begins to wait, are visible steps, and so is a wake: as notifying a condition variable. What
// a wake orders, it orders by the atomics around it only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/time_outs.h"
#include "xblock/abi.h"

#include <cstdint>

namespace xblock {

/// Any wake is meant.
constexpr uint32_t kAnyWake = ~uint32_t{0};

/// The running thread waits while *word is `value`, until it is woken or, in virtual nanoseconds, the deadline (kNever: for
/// ever). 0, EAGAIN if it was another value, or ETIMEDOUT.
int futexWait(uint32_t *word, uint32_t value, uint64_t deadline, uint32_t bits, CallPlace place, const xblock_site *site);
/// Wakes at most so many of those that wait with one of these bits: each choice of them is tried. How many.
long futexWake(uint32_t *word, uint64_t most, uint32_t bits, const xblock_site *site);
/// What the system call says: its result, or the error as a negative number. Stops the run, as unsupported, at operations
/// that are not modelled.
long futexCall(const long (&arguments)[6], CallPlace place, const xblock_site *site);

} // namespace xblock

//===- timed_waits.h - loops around timed waits ---------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A time-out may come at any time, so a loop around a timed wait could run for ever. Such a loop is idle if, since its
// last time-out, no thread changed anything (Scalars::progress) and the thread itself is as it was: registers and live
// stack are equal but for words that moved with the clock. Expiring again would only bring the same state: an idle
// waiter waits until it is notified or something changes (design.md section 3, waiting loops).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

/// Of the running thread, about to wait; remembers its state for the next time.
bool isIdle();

/// Virtual nanoseconds of an absolute time that the program gave.
uint64_t virtualTime(uint64_t seconds, uint64_t nanoseconds);

} // namespace xblock

//===- patience.h - how often what comes to nothing is tried again --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A timed wait may expire at any time, and a try-lock find its lock taken: loops around them have endless schedules. So
// each comes to nothing at most so often in a row at one place of a thread for one object (--timeouts, --failed-tries). What then follows:
// a timed wait goes on only if it is notified, or if no thread of the program can go on and its time is the earliest
// (ResourceKind::Time); a thread that found a lock taken once more goes on only if no other thread can, nor would for the
// same reason (ResourceKind::Patience). The verdict says so.
//
// In a row means: it did not succeed there in between. What succeeds elsewhere does not count: std::scoped_lock of three
// mutexes gets one of them in each of its rounds, for ever. Only what the thread itself did counts, so equivalent schedules
// are within the bound or beyond it together.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

/// A place of the running thread: where it called from, its stack pointer, and for which object.
struct CallPlace {
  uint64_t code, stack, object;
};

/// What was tried at `place` came to nothing. Returns how often it has done so in a row, with this time.
uint32_t noteFruitless(CallPlace place);
/// How often it did so.
uint32_t timesFruitless(CallPlace place);
/// What was tried at `place` succeeded.
void noteFruit(CallPlace place);

/// So much more often where nothing else can go on: a loop that gives up after some does so before. Then the schedule is
/// given up (ResourceKind::Bound), and the verdict incomplete.
constexpr uint32_t kMostAlone = 100;

/// Where the intercept that it stands in was called, for the object at `pointer`.
#define XBLOCK_CALL_PLACE(pointer)                                                                          \
  xblock::CallPlace {                                                                              \
    reinterpret_cast<uint64_t>(__builtin_return_address(0)),                                       \
        reinterpret_cast<uint64_t>(__builtin_frame_address(0)),                                    \
        reinterpret_cast<uint64_t>(pointer)                                                        \
  }

} // namespace xblock

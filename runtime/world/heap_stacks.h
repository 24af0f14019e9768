//===- heap_stacks.h - who allocated and freed a block --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A number for the stack of each allocation and free goes into the block's header (memory/kept_stacks.h). While the search
// runs it is walked by frame pointers, which xblock-clang keeps: the frames of code without them are missing, or wrong. A
// schedule that is explained is walked by unwind tables.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/failure.h"

#include <cstdint>
#include <vector>

namespace xblock {

/// The stack of an allocator function that stands in `frame` (__builtin_frame_address(0)) and returns to `caller`. May not
/// switch fiber.
uint32_t keepStack(const void *frame, const void *caller);
/// The stack of the running thread, if the schedule is run to be explained, or no search has begun; else 0.
uint32_t keepStackToTell();
/// Of a kept stack: addresses only. What lies outside of code is what frame pointers led to by accident, and left out.
std::vector<Frame> keptFrames(uint32_t number);

} // namespace xblock

//===- stacks.h - which frames of a stack a reader wants ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Pure functions of names, so that symbolize.cpp is left with addresses and processes. Private
// memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/failure.h"

#include <string_view>
#include <vector>

namespace xblock {

/// Whether the file, by its name, is the runtime that frames are hidden of.
bool isRuntimeModule(std::string_view path);

/// Takes the frames off the outer end that every stack has: libc's start code, and what libstdc++
/// or libc++ put between the thread's start and the function it was given, or xblock::explore() around its body. Calls the program's
/// entry by its name, main, and leaves out tags of the ABI of libc++. Takes off the inner end what a test framework does where its
/// assertion failed.
void trimOuterFrames(std::vector<Frame> &stack);

/// The frame whose place to name: the innermost that has one outside the C++ library's headers, or
/// else the innermost. REQUIRES: frames is not empty.
const Frame &namingFrame(const std::vector<Frame> &frames);

} // namespace xblock

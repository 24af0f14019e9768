//===- object_names_linux.h - what an address is called in reports --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Global variables by the symbol tables of the executable and its libraries; stacks and heap by region. Called while a
// schedule is explained; private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>

namespace xblock {

/// "counter", "queue+16", "stack of T1 at 0x...", "heap at 0x...", else the address.
std::string nameObject(uint64_t address);
/// The same, for sentences: "... on the stack of T1, in the frame of f" if that is known
/// (stack_frames.h).
std::string nameWithFrame(uint64_t address);
/// What lies in [low, high), part of a page: "counter", "first, second or third", else as above.
std::string nameObjects(uint64_t low, uint64_t high);

} // namespace xblock

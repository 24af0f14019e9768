//===- call_targets_x86_64.h - which function a call led to ----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// By the instruction before the address where the call returns. A function that ends in a call of another (a tail call) has no frame
// any more: the call that led to it is all that names it. Private memory; reads files, so not from a handler.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

/// Where the function begins that the call before `returns` led to, behind a stub of the linker; 0 if the code does not tell, as of a call
/// by a pointer that may have changed since.
uint64_t targetOfCall(uint64_t returns);
/// Whether that call is by a pointer that the function had in a register or read by way of one: neither of a function, nor by a slot of the
/// loader, nor by a variable.
bool isCallByPointer(uint64_t returns);

} // namespace xblock

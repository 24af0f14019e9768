//===- standard_streams.h - std::cout and the like as the program ends ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The last std::ios_base::Init of a program flushes them as it is destroyed. libstdc++ counts these in a variable that
// does not go back with a snapshot, and counts the runtime's own: its destructor is never called.
//===------------------------------------------------------------------------------------------------===//
#pragma once

namespace xblock {

/// Makes them, if nobody has yet. Once, before any constructor of the program.
void rememberStandardStreams();

/// Whether that is std::ios_base::Init::~Init().
bool endsStandardStreams(void (*function)(void *));

/// Calls the buffers that the program has given them; libstdc++'s own keep nothing back.
void flushStandardStreams();

} // namespace xblock

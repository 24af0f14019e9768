//===- emit_c.h - a tiny program as a C program -------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// From a program as data to one that the pass compiles, for comparisons of the whole tool with
// brute force. Mutexes are recursive, as in the model; a thread's locals are ints of its function.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/program.h"

#include <string>
#include <string_view>

namespace xblock::test {

/// The text of a program with a thread Main that starts the threads that live at first, joins all
/// that nobody else joins, and reads every variable. Main is all that lives at first.
std::string closedText(std::string_view text);

/// Makes each rmw one that C does in one step: it adds, or stores a number, whatever it was.
void simplifyRmw(Program &program);

struct EmitOptions {
  std::string prefix;      ///< of every name
  bool isVolatile = false; ///< plain variables: each access in the text is one in the binary
};

/// A function `int PREFIXmain(void)` that is thread 0 of a closed program, and what it needs; at
/// its end it prints the variables and semaphores in their order, separated by blanks.
std::string emitC(const Program &closed, const EmitOptions &options);

/// What comes before the first of them in a file.
extern const char *const kEmittedHeader;

} // namespace xblock::test

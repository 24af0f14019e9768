//===- verdict_signal_linux.h - tells the command that an exit code is a verdict ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A program can end before its main, with any exit code, and nothing was explored. So the exploring process sends its
// verdict to the command that started it (XBLOCK_PARENT has its process id), as the value of a real-time signal, before it
// ends with the same exit code. No file descriptor: the program would see it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

namespace xblock {

constexpr int kVerdictSignal = 44; // blocked in the command, which takes it after the exploring process has ended

/// Reads XBLOCK_PARENT; before the program can change its environment.
void rememberParent();
/// Ends the process.
[[noreturn]] void endWithVerdict(int exitCode);
/// The same for a mistake of the tool itself, which the command can tell from a verdict.
constexpr int kInternalError = 256;
[[noreturn]] void endWithInternalError();

} // namespace xblock

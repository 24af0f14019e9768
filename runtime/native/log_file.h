//===- log_file.h - the log of a failing run as a text file ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// xblock native log 4
// call DIGEST           of the program, its arguments and the options of its runs: another log of it is replaced by this one
// failure HOW
// turn THREAD EVENTS    as often as the turn went to another thread
// result NUMBER         what calls returned that depend on time, in the order of the turns
// end DIGEST            of all that is above, as 16 hexadecimal digits; version 1 had none, nor version 2 the call
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "native/turn.h"

#include <string>

namespace xblock::native {

/// PROGRAM.NUMBER.xblock-native in the current folder, of a program with that path; the nth of the name has nth behind the number.
std::string logName(const std::string &program, uint64_t number, unsigned nth = 1);
constexpr unsigned kMostOfOneName = 10'000;
/// To the first of these names that no file has but a log of the same `call`; it is in `name` then. What is wrong, or "".
std::string writeLog(const std::string &program, const std::string &call, uint64_t number, const Shared &log, const std::string &failure, std::string &name);
/// What is wrong, or "".
std::string readLog(const std::string &file, Shared &log, std::string &failure);
uint64_t eventsOf(const Shared &log);

} // namespace xblock::native

//===- log_file.h - the log of a failing run as a text file ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// xblock native log 2
// failure HOW
// turn THREAD EVENTS    as often as the turn went to another thread
// result NUMBER         what calls returned that depend on time, in the order of the turns
// end DIGEST            of all that is above, as 16 hexadecimal digits; version 1 had none
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "native/turn.h"

#include <string>

namespace xblock::native {

/// What is wrong, or "".
std::string writeLog(const std::string &file, const Shared &log, const std::string &failure);
std::string readLog(const std::string &file, Shared &log, std::string &failure);
uint64_t eventsOf(const Shared &log);

} // namespace xblock::native

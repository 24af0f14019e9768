//===- call_copy_linux.h - a copy of the process that searches the schedules of a call ---------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A fork: it has the state of the call, whatever that is, and the main line outlives what it does. As the command does with a
// process that dies in its search (support/watch.h), it is made again, to see in which schedule, and to go on behind that.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"
#include "start/call_result.h"

#include <functional>

namespace xblock {

/// `search` runs in the copy, with xblock::watch set, and returns its result. `options` are those that it uses; some change where it is
/// made again. *interrupted: a signal ended the search, and is to end the program.
CallResult searchInCopy(Options &options, const std::function<CallResult()> &search, bool *interrupted);

} // namespace xblock

//===- of_policies.h - which options go with which policy -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Of those that say how one policy, or some of them, go about it. XBLOCK_OPTIONS may have them for a policy that the command
// line, or a call of xblock::explore(), does not take.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "options/options.h"

#include <functional>
#include <string_view>

namespace xblock {

/// Resets what is given, does not go with options.policy, and may be left out.
void leaveOutOtherPolicies(Options &options, const std::function<bool(std::string_view option)> &mayBeLeftOut);
/// Whether the option is of searches alone.
bool isOfSearches(std::string_view option);

} // namespace xblock

//===- outcome_values.h - what the program gave to xblock_outcome() -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The values of the schedule so far, by name. They are rolled back like the program's memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace xblock {

/// For Program::outputOf(): outcomeValues().
constexpr int kOutcomeValues = 3;
constexpr size_t kMostOutcomes = 64, kLongestOutcomeName = 47;

/// None was given; not to be undone.
void forgetOutcomes();
/// False if there are too many names.
bool giveOutcome(const char *name, int64_t value);
/// A line NAME=VALUE for each, sorted; empty if there is none.
std::string outcomeValues();

} // namespace xblock

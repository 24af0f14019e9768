//===- coverage_json.h - what was covered, as JSON ----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/coverage.h"

#include <nlohmann/json.hpp>

namespace xblock {

/// Functions, pairs and locks. shown: files as a report shows them, relative to where it is made.
nlohmann::ordered_json toJson(const CoverageReport &report, bool shown);

} // namespace xblock

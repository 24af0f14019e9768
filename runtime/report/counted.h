//===- counted.h - a number with its noun -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// "1 schedule", "8 schedules". For the lines of a report; private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>

namespace xblock {

inline std::string counted(uint64_t n, const char *one, const char *many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

} // namespace xblock

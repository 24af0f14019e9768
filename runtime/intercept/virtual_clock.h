//===- virtual_clock.h - when virtual time begins -------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace xblock {

constexpr uint64_t kBillion = 1000000000;
/// Seconds since 1970: 9 September 2001, in every run.
constexpr uint64_t kStartOfTime = 1000000000;

} // namespace xblock

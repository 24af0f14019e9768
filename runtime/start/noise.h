//===- noise.h - what the options say of noise ---------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// --noise, --noise-probability and --noise-strength, of --policy=noise and --policy=native. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/noise.h"
#include "options/options.h"

#include <string>

namespace xblock {

/// Which of the options do not go together, or have a value that means nothing, in one line; else
/// "".
std::string wrongNoise(const Options &options);
Noise noiseOf(const Options &options);
/// "mixed noise at 10 %, strength 10"
std::string told(const Noise &noise);

} // namespace xblock

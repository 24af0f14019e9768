//===- noise.h - how schedules are disturbed, and how much --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What ConTest calls noise (O. Edelstein et al., "Multithreaded Java program test generation",
// 2002), for threads that are fibers: engine/policy_noise.cpp makes it. Plain values.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string_view>

namespace xblock {

enum class NoiseKind : uint8_t { Sleep, Yield, Priority, Mixed };
/// "sleep", "yield", "priority", "mixed": as on the command line.
constexpr std::string_view name(NoiseKind kind) {
  constexpr std::string_view kNames[] = {"sleep", "yield", "priority", "mixed"};
  return kNames[static_cast<uint8_t>(kind)];
}

/// At which events there is noise.
enum class NoiseDecision : uint8_t {
  Random,      ///< of the same probability at each
  Interrupted, ///< where the thread that ran stands in a function that was not interrupted yet, and
               ///< nowhere else
  Pairs ///< with a higher probability where a switch could cover a pair of functions, or lead to
        ///< one
};

struct Noise {
  NoiseKind kind = NoiseKind::Mixed;
  uint64_t percent = 10;  ///< of the events at which there is noise
  uint64_t strength = 10; ///< Sleep: the most blocks of others that a thread is asleep for
  NoiseDecision decision = NoiseDecision::Random;
};

} // namespace xblock

//===- noise.h - what disturbs real threads --------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// disturb() (turn.h) is called at an event, with the turn given back. See docs/sampling.md.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "native/turn.h"

namespace xblock::native {

constexpr uint32_t kUsualPriority = 5;

void beginNoise(const Disturbance &noise);
/// How many events there are before the next that is disturbed, each being so by the same chance.
int64_t undisturbed();
/// The calling thread has the turn, or wants it, and does not wait in a call: threads of a lower priority wait for it.
void becomeReady();
void becomeUnready();

} // namespace xblock::native

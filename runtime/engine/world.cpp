//===- world.cpp - all that the engine knows of what it explores --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/world.h"

namespace xblock {

void Outcome::clear() {
  ending = Ending::Exit;
  blockedOn = {};
  nowWaiting = false;
  data.clear();
  sync.clear();
  acquired.clear();
  released.clear();
  holding.clear();
  started.clear();
  woken.clear();
  joined.clear();
  decisions.clear();
  wanted.clear();
  ordered.clear();
  owed.clear();
  tried.clear();
  events.clear();
  locks.clear();
  cut = {};
  outside = false;
  if (__builtin_expect(!failure.message.empty() || !failure.key.empty(), 0))
    failure = {};
}

} // namespace xblock

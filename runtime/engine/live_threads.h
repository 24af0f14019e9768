//===- live_threads.h - who could go on, and who waits to be notified -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The live threads of a state, for what runs schedules and is no search of all of them. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <algorithm>
#include <vector>

namespace xblock {

struct LiveThreads {
  std::vector<ThreadId> ready;  ///< ascending; some of them may turn out to be blocked
  std::vector<Waiting> waiting; ///< to be notified, or for their time

  /// t executed a block, which did `out`.
  void executed(ThreadId t, const Outcome &out) {
    if (out.ending == Ending::Death || out.nowWaiting)
      std::erase(ready, t);
    ready.insert(ready.end(), out.started.begin(), out.started.end());
    for (const Waiting &w : out.woken) {
      std::erase_if(waiting, [&](const Waiting &x) { return x.thread == w.thread; });
      ready.push_back(w.thread);
    }
    if (out.nowWaiting)
      waiting.push_back({t, out.blockedOn});
    std::sort(ready.begin(), ready.end());
  }
};

} // namespace xblock

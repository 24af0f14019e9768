//===- mapped.h - the runtime's memory, once for the test process ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "memory/access_recorder.h"
#include "memory/tracked_heap.h"
#include "memory/undo_log.h"

#include <gtest/gtest.h>

namespace xblock::test {

inline void mapOnce() {
  static bool mapped = undoLog.map() && accessRecorder.map() && trackedHeap.map();
  ASSERT_TRUE(mapped);
}

} // namespace xblock::test

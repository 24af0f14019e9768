//===- arena.h - memory of the modelled files -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Tracked memory at a fixed address, apart from the program's heap: what files hold changes no address that the program sees.
// Whoever writes to it calls edit() before.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/undo_log.h"

#include <cstddef>

namespace xblock::files {

/// n bytes of zeros, 16-byte aligned. Never null: checks that there is room.
void *take(size_t n);
/// Those that take(n) returned.
void give(void *p, size_t n);

/// All of it is zeros again, for nobody who has something of it. No snapshot may be left.
void forgetAll();

template <typename T> T *make() { return static_cast<T *>(take(sizeof(T))); }
/// *p is about to change.
template <typename T> T &edit(T *p) {
  undoLog.touch(p, sizeof *p);
  return *p;
}

} // namespace xblock::files

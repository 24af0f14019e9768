//===- private_memory.h - writes of the runtime's own memory -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A hook that is about to let the program write where the runtime has its shadows and logs calls this instead: nothing is damaged
// yet. Seen where a chunk is touched first, so that it costs the hook path nothing. Not seen are writes without hooks, and of
// what the runtime has elsewhere. Of the heap's shadow, which is tracked, heap_shadow.h tells.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

/// Does not return. Null: nothing is looked for.
extern void (*onPrivateWrite)(uint64_t address);

} // namespace xblock

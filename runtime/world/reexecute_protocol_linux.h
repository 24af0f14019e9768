//===- reexecute_protocol_linux.h - what explorer and re-executing child say to each other -------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The explorer sends a Request with what it needs, the child one reply to each, first of all the outcome of the prologue.
// Both are one program (archive.h).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "world/archive.h"
#include "world/block_record.h"
#include "world/remarks.h"

#include <string>

namespace xblock {

enum class Request : uint8_t {
  Run,
  Replay,
  Available,
  Owner,
  Initial,
  Explain,
  Follow,
  ExplainPrologue,
  Output,
  Refine
};

/// A message to the other end, and the next one from it. False if that is gone.
bool send(int fd, std::string message);
bool receive(int fd, std::string &message);

/// A child's life: the program from its start, then an answer to each request.
[[noreturn]] void serve(void *(*entry)(void *), int in, int out);

} // namespace xblock

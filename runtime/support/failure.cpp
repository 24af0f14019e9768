//===- failure.cpp - names of the kinds of failure ----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/failure.h"

namespace xblock {

const char *name(FailureKind kind) {
  switch (kind) {
  case FailureKind::Assertion:
    return "assertion";
  case FailureKind::Abort:
    return "abort";
  case FailureKind::Exception:
    return "exception";
  case FailureKind::Signal:
    return "signal";
  case FailureKind::Exit:
    return "exit";
  case FailureKind::Deadlock:
    return "deadlock";
  case FailureKind::Livelock:
    return "livelock";
  case FailureKind::Race:
    return "race";
  case FailureKind::Lockset:
    return "lockset";
  case FailureKind::Heap:
    return "heap";
  case FailureKind::Misuse:
    return "misuse";
  case FailureKind::Starvation:
    return "starvation";
  case FailureKind::Stuck:
    return "stuck";
  case FailureKind::Death:
    return "death";
  case FailureKind::Outcome:
    return "outcome";
  }
  return "unknown";
}

} // namespace xblock

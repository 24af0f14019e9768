//===- reexecute_protocol_linux.h - what explorer and re-executing child say to each other -------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The explorer sends a Request with what it needs, the child one reply to each, first of all the outcome of the prologue.
// Both are one program (archive.h).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "world/archive.h"
#include "world/block_record.h"
#include "world/running.h"
#include "world/weak_atomics.h"

#include <string>

namespace xblock {

enum class Request : uint8_t { Run, Replay, Available, Owner, Initial, Explain, ExplainPrologue, Output, Refine };

/// A message to the other end, and the next one from it. False if that is gone.
bool send(int fd, std::string message);
bool receive(int fd, std::string &message);

/// A child's life: the program from its start, then an answer to each request.
[[noreturn]] void serve(void *(*entry)(void *), int in, int out);

template <typename A> void io(A &a, BlockRecord &r) {
  io(a, r.step);
  io(a, r.ending);
  io(a, r.decisions);
  io(a, r.accesses);
  io(a, r.object);
  io(a, r.failure);
}

/// What a verdict must say of the program, as far as the child knows; added up in the explorer.
template <typename A> void ioRemarks(A &a) {
  static constexpr bool Running::*kRemarks[] = {
      &Running::triesBounded, &Running::timeoutsBounded,           &Running::trusted,        &Running::spuriousBounded,
      &Running::actedAtOnce, &Running::printsAsked,  &Running::allocationFailuresBounded, &Running::leaksLookedFor, &Running::leaksSkipped,
      &Running::marked,       &Running::ranOutside};
  std::vector<const xblock_site *> weak = weakAtomicsSeen();
  io(a, weak);
  if constexpr (A::kReads)
    for (const xblock_site *site : weak)
      noteWeakAtomic(site);
  for (bool Running::*remark : kRemarks) {
    bool said = running.*remark;
    io(a, said);
    running.*remark |= said;
  }
}

} // namespace xblock

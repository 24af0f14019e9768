//===- policy.cpp - the policies by name -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/policy.h"

namespace xblock {

const char *name(PolicyKind kind) {
  switch (kind) {
  case PolicyKind::Random:
    return "random";
  case PolicyKind::Concj:
    return "concj";
  case PolicyKind::Pct:
    return "pct";
  case PolicyKind::Pos:
    return "pos";
  case PolicyKind::Surw:
    return "surw";
  case PolicyKind::Plugin:
    return "plugin";
  case PolicyKind::Noise:
    return "noise";
  }
  return "unknown";
}

std::unique_ptr<Policy> makePolicy(const Sampling &how) {
  switch (how.policy) {
  case PolicyKind::Random:
  case PolicyKind::Concj: // the world's blocks are others
    return makeRandomPolicy();
  case PolicyKind::Pct:
    return makePctPolicy(how.depth, how.length);
  case PolicyKind::Pos:
    return makePosPolicy();
  case PolicyKind::Surw:
    return makeSurwPolicy();
  case PolicyKind::Plugin:
    return how.plugin();
  case PolicyKind::Noise:
    return makeNoisePolicy(how.noise, how.coverage);
  }
  return nullptr;
}

} // namespace xblock

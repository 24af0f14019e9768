//===- define.h - how an intercepted function is written ------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// XBLOCK_EVERYWHERE(type, name, (parameters), (arguments)) { body } defines __xblock_fn_name, which instrumented code
// calls, and exports `name` itself for calls from libraries. XBLOCK_INSTRUMENTED defines only the former.
// Each has a row in intercepts.def. Bodies open a RuntimeScope around everything that is not the program's code, and
// pass the call on (real.h) when no program thread runs: !running.onFiber.
// XBLOCK_IN_LOOPS is XBLOCK_EVERYWHERE for a visible step that a waiting loop may consist of (waiting_loops.h).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/real.h"
#include "world/loop_state_x86_64.h"
#include "world/running.h"

#define XBLOCK_EXPORT __attribute__((visibility("default"), used))

#define XBLOCK_INSTRUMENTED(type, name, parameters)                                                \
  extern "C" XBLOCK_EXPORT type fn_##name parameters __asm__("__xblock_fn_" #name);                \
  type fn_##name parameters

#define XBLOCK_EVERYWHERE(type, name, parameters, arguments)                                       \
  extern "C" XBLOCK_EXPORT type fn_##name parameters __asm__("__xblock_fn_" #name);                \
  extern "C" XBLOCK_EXPORT type exported_##name parameters __asm__(#name);                         \
  type exported_##name parameters {                                                                \
    __xblock_call_site = nullptr;                                                                  \
    return fn_##name arguments;                                                                    \
  }                                                                                                \
  type fn_##name parameters

#define XBLOCK_IN_LOOPS(type, name, parameters, arguments)                                         \
  XBLOCK_KEEP_STATE("__xblock_fn_" #name, "xblockBody_" #name)                                     \
  extern "C" type fn_##name parameters __asm__("__xblock_fn_" #name);                              \
  extern "C" XBLOCK_EXPORT type exported_##name parameters __asm__(#name);                         \
  type exported_##name parameters {                                                                \
    __xblock_call_site = nullptr;                                                                  \
    return fn_##name arguments;                                                                    \
  }                                                                                                \
  extern "C" __attribute__((visibility("hidden"), used)) type body_##name parameters __asm__(      \
      "xblockBody_" #name);                                                                        \
  type body_##name parameters

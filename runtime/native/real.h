//===- real.h - the functions behind those that are exported here ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// NATIVE(type, name, (parameters), (arguments)) { body } defines __xblock_fn_name, which instrumented code calls, and
// exports `name` itself, for calls from libraries. It goes before the trampoline of that name, which is weak.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <atomic>
#include <dlfcn.h>

#define XBLOCK_NATIVE_EXPORT __attribute__((visibility("default"), used))
#define NATIVE_ONLY(type, name, parameters)                                                        \
  extern "C" XBLOCK_NATIVE_EXPORT type native_##name parameters __asm__("__xblock_fn_" #name);     \
  type native_##name parameters
#define NATIVE(type, name, parameters, arguments)                                                  \
  extern "C" XBLOCK_NATIVE_EXPORT type native_##name parameters __asm__("__xblock_fn_" #name);     \
  extern "C" XBLOCK_NATIVE_EXPORT type exported_##name parameters __asm__(#name);                  \
  type exported_##name parameters { return native_##name arguments; }                              \
  type native_##name parameters

#define REAL(name)                                                                                 \
  ([] {                                                                                            \
    static std::atomic<void *> found;                                                              \
    void *real = found.load(std::memory_order_relaxed);                                            \
    if (!real)                                                                                     \
      found.store(real = dlsym(RTLD_NEXT, #name), std::memory_order_relaxed);                      \
    return reinterpret_cast<decltype(&::name)>(real);                                              \
  }())

//===- define.h - how an intercepted function is written ------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// XBLOCK_EVERYWHERE(type, name, (parameters), (arguments)) { body } defines __xblock_fn_name, which
// instrumented code calls, and exports `name` itself for calls from libraries. XBLOCK_INSTRUMENTED
// defines only the former. Each has a row in intercepts.def, and keeps the program's state before
// it does anything (loop_state_x86_64.h). Bodies open a RuntimeScope around everything that is not
// the program's code, and pass the call on (real.h) when no program thread runs: !running.onFiber.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/real.h"
#include "world/loop_state_x86_64.h"
#include "world/modules_linux.h"
#include "world/running.h"

#include <string_view>

namespace xblock {

/// Of functions that code calls which shares memory among threads.
constexpr bool takesLock(std::string_view function) {
  for (std::string_view one : {"pthread_mutex_lock",
                               "pthread_mutex_trylock",
                               "pthread_mutex_timedlock",
                               "pthread_mutex_clocklock",
                               "pthread_rwlock_rdlock",
                               "pthread_rwlock_wrlock",
                               "pthread_rwlock_tryrdlock",
                               "pthread_rwlock_trywrlock",
                               "pthread_rwlock_timedrdlock",
                               "pthread_rwlock_timedwrlock",
                               "pthread_rwlock_clockrdlock",
                               "pthread_rwlock_clockwrlock",
                               "pthread_spin_lock",
                               "pthread_spin_trylock",
                               "pthread_cond_wait",
                               "pthread_cond_timedwait",
                               "pthread_cond_clockwait",
                               "sem_wait",
                               "sem_trywait",
                               "sem_timedwait",
                               "sem_clockwait",
                               "mtx_lock",
                               "mtx_trylock",
                               "mtx_timedlock",
                               "cnd_wait",
                               "cnd_timedwait"})
    if (function == one)
      return true;
  return false;
}

/// Code without hooks called such a function, and it returns to `caller`: if that is no library's, but the program's, the verdict
/// is to say so; but of libatomic's code in the program.
inline void noteLibraryCall(const void *caller) {
  if (running.onFiber && running.exploring && !runtimeDepth && !running.callerWithoutHooks && !running.inAtomic && isProgramCode(caller))
    running.callerWithoutHooks = caller;
}

} // namespace xblock

#define XBLOCK_EXPORT __attribute__((visibility("default"), used))

// From one intercept to another by its C++ name, or by __xblock_body_fn_name: the state that is
// kept stays that of the program.
#define XBLOCK_INSTRUMENTED(type, name, parameters)                                                \
  XBLOCK_KEEPING(type, fn_##name, fn_##name, parameters)

// What the runtime itself and libraries call on its behalf keeps nothing.
#define XBLOCK_EVERYWHERE(type, name, parameters, arguments)                                       \
  extern "C" type enter_##name parameters __asm__("__xblock_fn_" #name);                           \
  extern "C" type fn_##name parameters __asm__("__xblock_body_fn_" #name);                         \
  extern "C" XBLOCK_EXPORT type exported_##name parameters __asm__(#name);                         \
  type exported_##name parameters {                                                                \
    __xblock_call_site = nullptr;                                                                  \
    if constexpr (::xblock::takesLock(#name))                                                      \
      ::xblock::noteLibraryCall(__builtin_return_address(0));                                      \
    return ::xblock::runtimeDepth ? fn_##name arguments : enter_##name arguments;                  \
  }                                                                                                \
  XBLOCK_INSTRUMENTED(type, name, parameters)

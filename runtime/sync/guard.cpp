//===- guard.cpp - the one initialisation of a function-local static ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "sync/guard.h"

#include <cstddef>
#include <cxxabi.h>
#include <type_traits>

namespace xblock {

struct GuardLayout {
  static_assert(sizeof(Guard) == sizeof(__cxxabiv1::__guard));
  static_assert(alignof(Guard) <= alignof(__cxxabiv1::__guard));
  static_assert(offsetof(Guard, done_) == 0, "compiled code reads the first byte");
  static_assert(std::is_trivially_copyable_v<Guard> && std::is_standard_layout_v<Guard>);
};

GuardResult Guard::acquire(ThreadId t) {
  if (done())
    return GuardResult::AlreadyDone;
  if (busy())
    return owner() == t ? GuardResult::Recursive : GuardResult::WouldBlock;
  owner_ = index(t) + 1;
  return GuardResult::Proceed;
}

bool Guard::release(ThreadId t) {
  if (!abort(t))
    return false;
  done_ = 1;
  return true;
}

bool Guard::abort(ThreadId t) {
  if (!busy() || owner() != t)
    return false;
  owner_ = 0;
  return true;
}

} // namespace xblock

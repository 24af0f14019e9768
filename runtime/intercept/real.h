//===- real.h - the functions behind the intercepts -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The only code that calls dlsym.
//===------------------------------------------------------------------------------------------------===//
#pragma once

namespace xblock {

/// The next definition of `name` behind the runtime's own; null if there is none.
void *findReal(const char *name);
/// The first definition of all: the program's, if it has one; else perhaps the runtime's own.
void *findFirst(const char *name);

/// Found once for each place that names it.
template <typename Function, typename Name> Function *realOf(Name name) {
  static auto *const real = reinterpret_cast<Function *>(findReal(name()));
  return real;
}

} // namespace xblock

/// The real function of that name and type, e.g. XBLOCK_REAL(void(void *), "free")(p).
#define XBLOCK_REAL(type, name) (::xblock::realOf<type>([] { return name; }))

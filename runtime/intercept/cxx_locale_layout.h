//===- cxx_locale_layout.h - what locales of libstdc++ share ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// As libstdc++ lays it out, for intercepts that keep it before the library counts in it, or puts others in the places of its facets.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>

namespace xblock {

/// std::locale::_Impl: what a std::locale points to.
struct SharedLocale {
  int owners;
  void **facets;
  size_t size;
  void **caches;
  char **names;
};

/// std::locale::facet.
struct SharedFacet {
  void *table;
  int owners;
};

inline SharedLocale *sharedOf(const void *locale) { return *static_cast<SharedLocale *const *>(locale); }

} // namespace xblock

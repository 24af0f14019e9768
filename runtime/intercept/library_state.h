//===- library_state.h - what libraries keep that belongs to the program --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

namespace xblock {

/// Gives each thread its own copy of what libstdc++ keeps for it in thread_local variables. Once, before main.
void adoptLibraryState();

/// What facets of the classic locale write is told of from here on.
void replaceFacets();
/// The same of resources of <memory_resource>.
void replaceResources();

} // namespace xblock

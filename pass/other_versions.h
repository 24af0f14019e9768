//===- other_versions.h - refuses a compiler with another LLVM -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// The pass works on LLVM's data structures, which another major version lays out differently. A
// compiler with another LLVM loads the plugin and calls llvmGetPassPluginInfo(), which refuses it in
// words, if two things hold:
// 1. No symbol that another LLVM may lack is needed to load the plugin: functions are bound as they are first
//    called (-z lazy), and what is bound at once, vtables and the like, is weak (weak_symbols.h).
// 2. No function of LLVM is called before refuseOtherVersions() returns.
//===-----------------------------------------------------------------------------------------===//
#pragma once

namespace xblock {

/// Ends the compiler with one line on stderr and exit code 1 unless its LLVM is the pass's.
void refuseOtherVersions();

} // namespace xblock

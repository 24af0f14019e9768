//===- library_operators_linux.h - which operator new and delete libraries call ---------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Where a program replaces one, libraries call the program's: the C++ library too, for the explorer's strings and streams, which are none of
// the program's, and whose memory the runtime itself gives back in part. Afterwards such calls come to the runtime's.
//===------------------------------------------------------------------------------------------------===//
#pragma once

namespace xblock {

/// As the explorer begins, in all libraries that are loaded. Of a program that replaces none nothing is changed.
void chooseOperatorsOfLibraries();

} // namespace xblock

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Built for LLVM 16 the wrapper refuses -stdlib=libc++ in one line; so does the header that it puts in front, when clang is
// called by itself. There is one libc++ to a Debian, that of LLVM 19 here.
// UNSUPPORTED: libcxx
// RUN: %python %S/../run/Inputs/exits.py 1 --one-line %xblock_cxx -stdlib=libc++ -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not clang++-16 --config=%lib_root/xblock/compile.cfg -stdlib=libc++ -c %s -o %t.o 2>&1 | FileCheck --check-prefix=HEADER %s
// RUN: %xblock_cxx -c %s -o %t.o
// CHECK: {{^}}xblock-clang++: -stdlib=libc++ needs xblock built for LLVM 19, and this is for LLVM 16; libstdc++ works{{$}}
// HEADER: error: xblock explores programs with libc++ of version 19 only, and built for LLVM 19
#include <string>
std::string text = "a";

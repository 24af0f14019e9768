// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The runtime is a shared library, which a static link cannot take: refused in one line that says so. What does not link, and a
// static C++ library, go on.
// RUN: not %xblock_cc -static %s -o %t 2>&1 | FileCheck --check-prefix=STATIC %s
// RUN: not %xblock_cxx -x c++ %s -static-pie -o %t 2>&1 | FileCheck --check-prefix=PIE %s
// RUN: %xblock_cc -static -c %s -o %t.o
// RUN: not %xblock_cc %t.o -static -o %t 2>&1 | FileCheck --check-prefix=STATIC %s
// RUN: %xblock_cc -static --version | FileCheck --check-prefix=VERSION %s
// RUN: %xblock_cxx -x c++ %s -static-libstdc++ -static-libgcc -o %t && %xblock run -- %t 2>&1 | FileCheck --check-prefix=RUNS %s
//
// STATIC-NOT: {{.}}
// STATIC: {{^}}xblock-clang: -static does not go with xblock, whose runtime is a shared library: link without it{{$}}
// STATIC-NOT: {{.}}
// PIE: {{^}}xblock-clang++: -static-pie does not go with xblock, whose runtime is a shared library: link without it{{$}}
// VERSION: clang version
// No thread: 1 schedule.
// RUNS: xblock: complete: 1 schedule, 0 failures (dpor)
int main(void) { return 0; }

// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a header of C that includes one of libc++ within extern "C" did not compile.
// REQUIRES: libcxx
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -c %s -o %t.o
// RUN: %xblock_cxx -std=c++20 -c %s -o %t.o
#include <unistd.h>

#include <string>

std::string text() { return std::to_string(getpid()); }

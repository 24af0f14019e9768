// RUN: %xblock_cxx -std=c++11 -c %s -o %t.o && llvm-nm -C %t.o | FileCheck %s
// RUN: %xblock_cxx -std=c++17 -O2 -c %s -o %t.o && llvm-nm -C %t.o | FileCheck %s
// RUN: %xblock_cxx -std=c++20 -O2 -c %s -o %t.o && llvm-nm -C %t.o | FileCheck %s
// The library's ready-made std::string would write memory without hooks.

// CHECK:     W std::__cxx11::basic_string<
// CHECK-NOT: U std::__cxx11::basic_string<
#include <string>

std::string text;
void append() { text += "abc"; }

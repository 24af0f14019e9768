// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A program that asks by __has_include(<__config>) which C++ library it has, as Asio does, did not compile with libstdc++:
// the header that xblock puts in front of libc++'s was found, and not what it includes.
// RUN: %xblock_cxx %s -o %t.gnu
// RUN: not %t.gnu
// RUN: %xblock_cxx -stdlib=libc++ %s -o %t.llvm
// RUN: %t.llvm
#if __has_include(<__config>)
#include <__config>
#endif

int main() {
#ifdef _LIBCPP_VERSION
  return 0;
#else
  return 1;
#endif
}

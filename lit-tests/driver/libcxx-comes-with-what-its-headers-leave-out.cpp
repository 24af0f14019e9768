// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A program with libc++ is linked with libxblock_libcxx.a, in each way of naming inputs and in shared libraries; without
// it, it is not linked, or does not start.
// REQUIRES: libcxx
// RUN: rm -rf %t && mkdir %t && cp %s %t/main.cpp && cd %t
// RUN: %xblock_cxx -stdlib=libc++ -DLIBRARY -g -shared -fPIC main.cpp -o liblocked.so
// RUN: %xblock_cxx -stdlib=libc++ -g main.cpp ./liblocked.so -o linked
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- ./linked -- verdict=complete schedules=2
// RUN: %xblock_cxx -stdlib=libc++ -g ./liblocked.so -o dashes -- main.cpp
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- ./dashes -- verdict=complete schedules=2
//
// RUN: %xblock_cxx -stdlib=libc++ -DLIBRARY -DMAIN -c main.cpp -o main.o
// RUN: not clang++-19 -stdlib=libc++ main.o -L%lib_root -Wl,--no-as-needed -lxblock_rt -o without 2>&1 | \
// RUN:   FileCheck --check-prefix=LINK %s
// LINK: undefined reference to `__xblock_link_with_lxblock_libcxx'
//
// RUN: %clangxx -stdlib=libc++ -DLIBRARY -DMAIN main.cpp -L%lib_root -Wl,--no-as-needed -lxblock_rt -Wl,-rpath,%lib_root \
// RUN:   -o unseen
// RUN: not %xblock run -- ./unseen 2>&1 | FileCheck --check-prefix=START %s
// START: xblock: the program uses libc++, and is not linked with -lxblock_libcxx
#include <shared_mutex>
#include <thread>

#ifdef LIBRARY
std::shared_mutex lock;
int count;
void add() {
  std::unique_lock<std::shared_mutex> held(lock);
  ++count;
}
#else
void add();
#endif
#if defined(MAIN) || !defined(LIBRARY)
int main() {
  std::thread other(add);
  add();
  other.join();
}
#endif

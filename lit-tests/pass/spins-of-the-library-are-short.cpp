// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::__detail::__atomic_spin of libstdc++ looks once, at every level of optimisation; a loop of that length elsewhere is
// left alone.
// RUN: %clangxx -std=c++20 -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangxx -std=c++20 -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=FAST %s
#include <atomic>

void wait(std::atomic<int> &a) { a.wait(0); }

// CHECK-LABEL: define {{.*}}@_Z5otherv
// CHECK: icmp slt i32 {{.*}}, 16
// CHECK-LABEL: define {{.*}}@_ZNSt8__detail13__atomic_spinI
// CHECK: icmp slt i32 {{.*}}, 1{{$}}
// FAST-NOT: icmp {{.*}}, 16

void look();
void other() {
  for (int i = 0; i < 16; ++i)
    look();
}

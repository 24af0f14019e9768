// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A std::thread that a static constructor starts was a thread of the operating system; joining it failed.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %python %S/../run/Inputs/exits.py 4 --one-line %xblock run -- %t 2>&1 | FileCheck %s
// CHECK: std::thread before main
#include <thread>

static int x;
static std::thread thread([] { ++x; });

int main() { thread.join(); }

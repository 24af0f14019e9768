// RUN: %clangxx -O1 -S -emit-llvm %s -o - | FileCheck %s
// The C library sees one thread. Headers that skip atomics then must not be told.

extern "C" char __libc_single_threaded;

// CHECK-LABEL: define{{.*}} @_Z9skip_lockv
// CHECK-NOT:   load i8
// CHECK:       ret
bool skip_lock() { return __libc_single_threaded; }

// RUN: %clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// A load stays behind the branch that guards it: moved before it, it would be a race that the
// source does not have.
#include <stdatomic.h>

extern atomic_int ready;
extern int value;

// CHECK-LABEL: define{{.*}} @receive(
// CHECK:       load atomic i32, ptr @ready acquire
// CHECK-NOT:   @value
// CHECK:       br i1
// CHECK:       load i32, ptr @value
int receive(void) {
  if (atomic_load_explicit(&ready, memory_order_acquire))
    return value;
  return 0;
}

// RUN: %clangxx -O1 -S -emit-llvm %s -o - | FileCheck %s
// The guard of a static local is read plainly: __cxa_guard_acquire and _release give the order.

int make();

// CHECK-LABEL: define{{.*}} @_Z3onev
// CHECK:       call void @__xblock_read1(ptr {{.*}}@_ZGVZ3onevE5value,
// CHECK-NOT:   __xblock_atomic
// CHECK:       load atomic i8, ptr @_ZGVZ3onevE5value acquire
// CHECK-NOT:   __xblock_atomic
// CHECK:       ret i32
int one() {
  static int value = make();
  return value;
}

// RUN: %clangxx -O2 -S -emit-llvm %s -o - | FileCheck %s
// Inlining would give an ignored function's accesses to its caller, or a callee's to it.

int shared;

static void callee() { shared = 1; }
__attribute__((annotate("xblock_ignore"))) static void ignored() {
  shared = 2;
  callee();
}

// CHECK-LABEL: define{{.*}} @_Z6callerv
// CHECK:       call {{.*}}ignored
// CHECK-LABEL: define internal {{.*}}ignored
// CHECK:       call void @__xblock_touch
// CHECK:       call {{.*}}callee
// CHECK-LABEL: define internal {{.*}}callee
// CHECK:       call void @__xblock_write4
void caller() { ignored(); }

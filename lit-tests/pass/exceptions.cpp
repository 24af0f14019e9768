// RUN: %clangxx -O0 -S -emit-llvm %s -o %t.O0.ll
// RUN: %clangxx -O2 -g -S -emit-llvm %s -o %t.O2.ll
// RUN: opt -passes=verify -disable-output %t.O0.ll
// RUN: opt -passes=verify -disable-output %t.O2.ll
// RUN: FileCheck %s < %t.O0.ll
// Hooks stand at legal places around landing pads.

struct Guard {
  ~Guard();
};
int shared;
void risky();

// CHECK-LABEL: define{{.*}} @_Z5guardv
// CHECK:       invoke void @_Z5riskyv
// CHECK:       landingpad
// CHECK:       call void @__xblock_write4(ptr @shared
int guard() {
  Guard g;
  try {
    risky();
  } catch (int v) {
    shared = v;
  }
  return shared;
}

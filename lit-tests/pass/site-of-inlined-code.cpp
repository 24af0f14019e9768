// RUN: %clangxx -O2 -g -S -emit-llvm %s -o - | FileCheck %s
// A site names the innermost inlined function and its line.

// CHECK-DAG: @[[NAME:.*]] = private unnamed_addr constant {{.*}} c"box::take(int)\00"
// CHECK-DAG: @xblock.site{{.*}} = private constant {{.*}} { ptr @{{.*}}, ptr @[[NAME]], i32 [[#@LINE+4]], i32 {{[0-9]+}} }
int shared;
namespace box {
static inline void take(int v) {
  shared = v;
}
} // namespace box
void outer() { box::take(1); }

// RUN: %clang -O0 -g -S -emit-llvm %s -o - | FileCheck %s
// One constant for each place: the read and the write of one increment have the same.

int counter;

// CHECK:       @[[SITE:xblock.site[.0-9]*]] = {{.*}} i32 [[#@LINE+7]], i32 10 }
// CHECK-NOT:   @xblock.site{{[.0-9]*}} =
// CHECK-LABEL: define{{.*}} @increment
// CHECK:       call void @__xblock_read4(ptr @counter, ptr @[[SITE]])
// CHECK:       call void @__xblock_write4(ptr @counter, ptr @[[SITE]])
// The next line is the one with the site.
void increment(void) {
  counter++;
}

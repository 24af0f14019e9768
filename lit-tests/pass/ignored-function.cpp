// RUN: %clangxx -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangxx -O2 -S -emit-llvm %s -o - | FileCheck %s
// A function annotated xblock_ignore tells no access; what it writes is still rolled back, its
// thread_local variables are still the fiber's, and its calls are still redirected.

#include <pthread.h>

int plain;
int atomic;
thread_local int local;

// CHECK-LABEL: define{{.*}} @_Z6statisi
// CHECK-NOT:   __xblock_{{read|write|atomic|cas}}
// CHECK:       call ptr @__xblock_thread_local
// CHECK:       call void @__xblock_touch(ptr {{.*}}@plain, i64 4)
// CHECK-NEXT:  store i32
// CHECK-NOT:   __xblock_{{read|write|atomic|cas}}
// CHECK:       call void @__xblock_touch(ptr {{.*}}@atomic, i64 4)
// CHECK-NEXT:  atomicrmw add
// CHECK-NOT:   __xblock_{{read|write|atomic|cas}}
// CHECK:       call {{.*}}@__xblock_fn_pthread_self
// CHECK:       ret
__attribute__((annotate("xblock_ignore"))) unsigned long statis(int v) {
  int from = local;
  plain = from + v;
  __atomic_fetch_add(&atomic, 1, __ATOMIC_SEQ_CST);
  return pthread_self();
}

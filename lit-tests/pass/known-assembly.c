// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=__xblock_unsupported
// Templates of the usual atomic operations become instructions of the IR with their hooks; what they do to
// registers, flags and memory is compared with the machine in explore/assembly_does_what_the_machine_does.c.

// CHECK-LABEL: define{{.*}} @locked
// CHECK:       call void @__xblock_atomic_rmw(ptr %{{[0-9a-z]+}}, i64 4, i32 5,
// CHECK-NEXT:  atomicrmw add ptr %{{[0-9a-z]+}}, i32 1 seq_cst
void locked(int *p) { __asm__ volatile("lock incl (%0)" : : "r"(p)); }

// Without the prefix another core may come between.
// CHECK-LABEL: define{{.*}} @not_locked
// CHECK:       load atomic volatile i32, ptr %{{[0-9a-z]+}} acquire
// CHECK:       store atomic volatile i32 %{{.*}}, ptr %{{[0-9a-z]+}} release
void not_locked(int *p) { __asm__ volatile("incl %0" : "+m"(*p)); }

// CHECK-LABEL: define{{.*}} @exchange
// CHECK:       call void @__xblock_atomic_rmw(ptr %{{[0-9a-z]+}}, i64 8, i32 5,
// CHECK-NEXT:  atomicrmw xchg ptr %{{[0-9a-z]+}}, i64 %{{.*}} seq_cst
void *exchange(void **p, void *v) {
  __asm__ volatile("xchgq %0, %1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}

// CHECK-LABEL: define{{.*}} @compare
// CHECK:       call void @__xblock_cas(ptr %{{[0-9a-z]+}}, i64 4, i32 5, i32 5,
// CHECK-NEXT:  cmpxchg volatile ptr %{{[0-9a-z]+}}, i32 %{{.*}}, i32 %{{.*}} seq_cst seq_cst
int compare(int *p, int old, int wanted) {
  __asm__ volatile("lock; cmpxchgl %2, %1" : "+a"(old), "+m"(*p) : "r"(wanted) : "memory");
  return old;
}

// CHECK-LABEL: define{{.*}} @fence
// CHECK:       call void @__xblock_fence(
// CHECK-NOT:   asm
// CHECK:       ret void
void fence(void) { __asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory"); }

// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// Assembly that waits, fences or computes in registers is left alone; what may touch shared memory is
// refused where it stands.

int shared;

// CHECK-LABEL: define{{.*}} @harmless
// CHECK-NOT:   __xblock_unsupported
// CHECK:       ret i32
int harmless(int v) {
  int status;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("" : "+m"(shared));
  __asm__ volatile("pause" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("mfence" ::: "memory");
  __asm__("addl $1, %0" : "+r"(v));
  __asm__("movl $1, %0" : "=m"(status));
  return v + status;
}

// CHECK-LABEL: define{{.*}} @memory_clobber
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call void asm
void memory_clobber(void) { __asm__ volatile("cld" ::: "memory"); }

// CHECK-LABEL: define{{.*}} @memory_operand
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call void asm
void memory_operand(void) { __asm__("rolw %0" : "+m"(shared)); }

// What is compiled relies on the direction flag to be clear behind each template.
// CHECK-LABEL: define{{.*}} @downwards
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
void downwards(void) { __asm__ volatile("std"); }

// In capitals it was not seen.
// CHECK-LABEL: define{{.*}} @downwards_in_capitals
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
void downwards_in_capitals(void) { __asm__ volatile("cld\n1:STD"); }

// CHECK-LABEL: define{{.*}} @downwards_and_back
// CHECK-NOT:   __xblock_unsupported
// CHECK:       ret void
void downwards_and_back(void) {
  char from[4], to[4];
  __asm__ volatile("std\n\trep movsb\n\tcld" ::"S"(from + 3), "D"(to + 3), "c"(4));
}

// A jump may leave out what is behind it.
// CHECK-LABEL: define{{.*}} @jump
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
void jump(int *p) { __asm__ volatile("1: lock decl %0; js 1b" : "+m"(*p) : : "memory"); }

// What lies behind %fs is of no operand.
// CHECK-LABEL: define{{.*}} @segment
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
long segment(void) {
  long word;
  __asm__ volatile("movq %%fs:0, %0" : "=r"(word) : : "memory");
  return word;
}

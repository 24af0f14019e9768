// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// Templates that read the processor's counter or its random numbers get them of the runtime where each of their instructions is known, and are
// refused with the word that says why where one is not, whether or not they name memory.

// CHECK-DAG: c"inline assembly with rdtsc\00"
// CHECK-DAG: c"inline assembly with rdpmc\00"
// CHECK-DAG: c"inline assembly with fs:\00"

// CHECK-LABEL: define{{.*}} @counter
// CHECK:       call i64 @__xblock_counter(
// CHECK-NOT:   asm
// CHECK:       ret i64
unsigned long counter(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long)high << 32 | low;
}

// CHECK-LABEL: define{{.*}} @whole
// CHECK:       call i64 @__xblock_counter(
// CHECK-NOT:   asm
// CHECK:       ret i64
unsigned long whole(void) {
  unsigned long counter;
  __asm__ volatile("lfence; rdtscp; shl $32, %%rdx; or %%rdx, %0" : "=a"(counter) : : "rcx", "rdx", "memory");
  return counter;
}

// CHECK-LABEL: define{{.*}} @number
// CHECK:       call i64 @__xblock_random(
// CHECK-NOT:   asm
// CHECK:       ret i32
int number(unsigned *to) {
  int ok;
  __asm__("rdrand %0" : "=r"(*to), "=@ccc"(ok));
  return ok;
}

// CHECK-LABEL: define{{.*}} @serialized
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
unsigned serialized(void) {
  unsigned low;
  __asm__ volatile("cpuid; rdtsc" : "=a"(low) : : "rbx", "rcx", "rdx");
  return low;
}

// CHECK-LABEL: define{{.*}} @events
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
unsigned events(void) {
  unsigned low;
  __asm__ volatile("rdpmc" : "=a"(low) : "c"(0) : "rdx");
  return low;
}

// CHECK-LABEL: define{{.*}} @pointer
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
void *pointer(void) {
  void *p;
  __asm__("movq %%fs:0, %0" : "=r"(p));
  return p;
}

// CHECK-LABEL: define{{.*}} @other_dialect
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
// CHECK:       call void @__xblock_unsupported(
// CHECK-NEXT:  call {{.*}} asm
void *other_dialect(void) {
  void *p, *q;
  __asm__(".intel_syntax noprefix\n mov %0, FS:[0]\n .att_syntax" : "=r"(p));
  __asm__("mov{q %%gs:0, %0| %0, qword ptr gs:[0]}" : "=r"(q));
  return p == q ? p : q;
}

// A name that only ends so is no segment.
// CHECK-LABEL: define{{.*}} @label
// CHECK-NOT:   call void @__xblock_unsupported(
// CHECK:       ret i32
int label(int v) {
  __asm__("rolled_fs: addl $1, %0" : "+r"(v));
  return v;
}

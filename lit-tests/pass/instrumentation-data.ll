; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Counters of coverage and profiles, and errno, are not shared data of the program.

@__profc_f = private global [1 x i64] zeroinitializer
@__llvm_gcov_ctr = internal global [1 x i64] zeroinitializer
@__xblock_own = external global i64
declare ptr @__errno_location()

; CHECK-LABEL: define void @count
; CHECK-NOT:   call void @__xblock_{{read|write}}
; CHECK:       ret void
define void @count() {
  store i64 1, ptr @__profc_f
  store i64 1, ptr @__llvm_gcov_ctr
  store i64 1, ptr @__xblock_own
  %errno = call ptr @__errno_location()
  store i32 0, ptr %errno
  ret void
}

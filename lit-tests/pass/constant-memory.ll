; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Nobody writes constants, virtual tables or loads marked invariant, so reads of them are not told.

@table = constant [2 x i32] [i32 1, i32 2]
@variable = global i32 0

; CHECK-LABEL: define i32 @constants
; CHECK-NOT:   __xblock
; CHECK:       ret i32
define i32 @constants(ptr %p, i64 %i) {
  %e = getelementptr [2 x i32], ptr @table, i64 0, i64 %i
  %a = load i32, ptr %e
  %b = load i32, ptr %p, !invariant.load !0
  %c = add i32 %a, %b
  ret i32 %c
}

; The object's pointer to its table is a variable, the table's entry is not.
; CHECK-LABEL: define ptr @virtual
; CHECK:       call void @__xblock_read8(ptr %object,
; CHECK-NEXT:  %table = load ptr
; CHECK-NEXT:  %slot =
; CHECK-NEXT:  %function = load ptr
define ptr @virtual(ptr %object) {
  %table = load ptr, ptr %object, !tbaa !1
  %slot = getelementptr ptr, ptr %table, i64 3
  %function = load ptr, ptr %slot
  ret ptr %function
}

; CHECK-LABEL: define i32 @global
; CHECK:       call void @__xblock_read4(ptr @variable,
define i32 @global() {
  %v = load i32, ptr @variable
  ret i32 %v
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"vtable pointer", !3}
!3 = !{!"Simple C++ TBAA"}

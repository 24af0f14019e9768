; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A local variable has hooks only if its address leaves the function.

declare void @keep(ptr)
declare void @look(ptr nocapture)

; CHECK-LABEL: define i32 @stays
; CHECK-NOT:   __xblock
; CHECK:       ret i32
define i32 @stays(i1 %c) {
  %a = alloca i32
  %b = alloca [4 x i32]
  store i32 1, ptr %a
  %e = getelementptr [4 x i32], ptr %b, i64 0, i64 2
  store i32 2, ptr %e
  call void @look(ptr %a)
  %p = select i1 %c, ptr %a, ptr %e
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define i32 @volatile
; CHECK-NOT:   __xblock
; CHECK:       ret i32
define i32 @volatile() {
  %a = alloca i32
  store volatile i32 1, ptr %a
  %v = load volatile i32, ptr %a
  ret i32 %v
}

; CHECK-LABEL: define i32 @leaves
; CHECK:       call void @__xblock_write4(ptr %a,
; CHECK:       call void @__xblock_read4(ptr %a,
define i32 @leaves() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @keep(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}

; CHECK-LABEL: define i32 @perhaps
; CHECK:       call void @__xblock_read4(ptr %p,
define i32 @perhaps(i1 %c, ptr %other) {
  %a = alloca i32
  %p = select i1 %c, ptr %a, ptr %other
  %v = load i32, ptr %p
  ret i32 %v
}

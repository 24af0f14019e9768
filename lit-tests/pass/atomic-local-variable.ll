; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; An atomic whose address stays in the function is no business of other threads.

; CHECK-LABEL: define i32 @local
; CHECK-NOT:   __xblock
; CHECK:       ret i32
define i32 @local() {
  %a = alloca i32
  store atomic i32 1, ptr %a seq_cst, align 4
  %o = atomicrmw add ptr %a, i32 1 seq_cst
  %x = cmpxchg ptr %a, i32 2, i32 3 seq_cst seq_cst
  %v = load atomic i32, ptr %a seq_cst, align 4
  ret i32 %v
}

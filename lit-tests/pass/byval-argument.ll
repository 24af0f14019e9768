; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A byval argument is copied by the call: its source is read, unless it is a local variable.

%big = type { [5 x i64] }
declare void @take(ptr byval(%big) align 8)

; CHECK-LABEL: define void @pass
; CHECK:       call void @__xblock_read(ptr %p, i64 40,
; CHECK-NEXT:  call void @take(ptr byval(%big) align 8 %p)
; CHECK-NEXT:  call void @take(ptr byval(%big) align 8 %local)
; CHECK-NEXT:  ret void
define void @pass(ptr %p) {
  %local = alloca %big
  call void @take(ptr byval(%big) align 8 %p)
  call void @take(ptr byval(%big) align 8 %local)
  ret void
}

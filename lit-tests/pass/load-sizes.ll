; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A load of 1, 2, 4, 8 or 16 aligned bytes has the hook of its size, right before it.

; CHECK-LABEL: define void @sizes
; CHECK:       call void @__xblock_read1(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  load i8, ptr %p
; CHECK-NEXT:  call void @__xblock_read2(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  load i16, ptr %p
; CHECK-NEXT:  call void @__xblock_read4(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  load i32, ptr %p
; CHECK-NEXT:  call void @__xblock_read8(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  load ptr, ptr %p
; CHECK-NEXT:  call void @__xblock_read16(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  load i128, ptr %p
; CHECK-NEXT:  ret void
define void @sizes(ptr %p) {
  %a = load i8, ptr %p
  %b = load i16, ptr %p
  %c = load i32, ptr %p
  %d = load ptr, ptr %p
  %e = load i128, ptr %p, align 16
  ret void
}

; CHECK: declare void @__xblock_read1(ptr, ptr) [[NOUNWIND:#[0-9]+]]
; CHECK: attributes [[NOUNWIND]] = { nounwind nonlazybind }

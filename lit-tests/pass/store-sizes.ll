; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A store of 1, 2, 4, 8 or 16 aligned bytes has the hook of its size, right before it.

; CHECK-LABEL: define void @sizes
; CHECK:       call void @__xblock_write1(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  store i8 1, ptr %p
; CHECK-NEXT:  call void @__xblock_write2(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  store i16 2, ptr %p
; CHECK-NEXT:  call void @__xblock_write4(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  store float 3.0{{.*}}, ptr %p
; CHECK-NEXT:  call void @__xblock_write8(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  store ptr null, ptr %p
; CHECK-NEXT:  call void @__xblock_write16(ptr %p, ptr @xblock.site)
; CHECK-NEXT:  store <4 x i32> zeroinitializer, ptr %p
; CHECK-NEXT:  ret void
define void @sizes(ptr %p) {
  store i8 1, ptr %p
  store i16 2, ptr %p
  store float 3.0, ptr %p
  store ptr null, ptr %p
  store <4 x i32> zeroinitializer, ptr %p, align 16
  ret void
}

; RUN: %opt -passes=xblock,xblock-checks,verify -S %s | FileCheck %s
; RUN: %opt -passes=xblock,xblock-checks,xblock,xblock-checks,verify -S %s | FileCheck %s
; A hook of up to 8 aligned bytes is called while accesses are looked at, or where the heap's shadow does not say at once that the
; access is allowed; others always. Variables stay in front of what is split.

; CHECK: @__xblock_look = external global i8

; CHECK-LABEL: define i64 @read
; CHECK:         [[LOOK:%.*]] = load i8, ptr @__xblock_look, align 1, !nosanitize
; CHECK-NEXT:    [[LOOKS:%.*]] = icmp ne i8 [[LOOK]], 0
; CHECK-NEXT:    br i1 [[LOOKS]], label %[[HOOK:[^,]+]], label %[[ONE:[^,]+]], !prof
; CHECK:       [[ONE]]:
; CHECK-NEXT:    [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT:    [[PART:%.*]] = lshr i64 [[ADDRESS]], 36
; CHECK-NEXT:    [[HEAP:%.*]] = icmp eq i64 [[PART]], 1552
; CHECK-NEXT:    br i1 [[HEAP]], label %[[SHADOW:[^,]+]], label %[[BEHIND:[^,]+]]
; CHECK:       [[SHADOW]]:
; CHECK-NEXT:    [[IN:%.*]] = sub i64 [[ADDRESS]], 106652627894272
; CHECK-NEXT:    [[GRANULE:%.*]] = lshr i64 [[IN]], 3
; CHECK-NEXT:    [[AT:%.*]] = add i64 [[GRANULE]], 106678397698048
; CHECK-NEXT:    [[BYTE:%.*]] = inttoptr i64 [[AT]] to ptr
; CHECK-NEXT:    [[LIVE:%.*]] = load i8, ptr [[BYTE]], align 1, !nosanitize
; CHECK-NEXT:    [[BAD:%.*]] = icmp ne i8 [[LIVE]], 8
; CHECK-NEXT:    br i1 [[BAD]], label %[[HOOK]], label %[[BEHIND]], !prof
; CHECK:       [[HOOK]]:
; CHECK-NEXT:    call void @__xblock_read8(ptr %p, ptr @xblock.site)
; CHECK-NEXT:    br label %[[BEHIND]]
; CHECK:       [[BEHIND]]:
; CHECK-NEXT:    load i64, ptr %p, align 8
; CHECK-NEXT:    ret i64
define i64 @read(ptr %p) {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}

; CHECK-LABEL: define void @others
; CHECK-NOT:   @__xblock_look
; CHECK:       call void @__xblock_read16
; CHECK:       call void @__xblock_write(ptr %p, i64 4
; CHECK:       ret void
define void @others(ptr %p) {
  %v = load i128, ptr %p, align 16
  store i32 0, ptr %p, align 2
  ret void
}

; CHECK-LABEL: define void @variables
; CHECK-NEXT:  %b = alloca i32
; CHECK-NEXT:  %a = alloca i32
; CHECK-NEXT:  load i8, ptr @__xblock_look
; CHECK-NOT:   alloca
; CHECK:       ret void
define void @variables(ptr %p) {
  %a = alloca i32
  store i32 1, ptr %p
  %b = alloca i32
  call void @keep(ptr %a, ptr %b)
  ret void
}
declare void @keep(ptr, ptr)

; CHECK-LABEL: define void @not_optimised
; CHECK-NEXT:  call void @__xblock_write4
; CHECK-NEXT:  store
define void @not_optimised(ptr %p) noinline optnone {
  store i32 1, ptr %p
  ret void
}

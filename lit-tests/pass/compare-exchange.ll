; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; cmpxchg tells both orders before, and right after whether it stored.

; CHECK-LABEL: define i64 @exchange
; CHECK:       call void @__xblock_cas(ptr %p, i64 8, i32 4, i32 0, ptr @xblock.site)
; CHECK-NEXT:  %pair = cmpxchg weak ptr %p, i64 0, i64 1 acq_rel monotonic
; CHECK-NEXT:  [[STORED:%.*]] = extractvalue { i64, i1 } %pair, 1
; CHECK-NEXT:  call void @__xblock_cas_done(ptr %p, i64 8, i1 zeroext [[STORED]], ptr @xblock.site)
; CHECK-NEXT:  %old = extractvalue
define i64 @exchange(ptr %p) {
  %pair = cmpxchg weak ptr %p, i64 0, i64 1 acq_rel monotonic
  %old = extractvalue { i64, i1 } %pair, 0
  ret i64 %old
}

; CHECK: declare void @__xblock_cas_done(ptr, i64, i1 zeroext, ptr)

; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A lane counts only where its mask bit is on: its size is 0 otherwise, or no hook if that is known.

; CHECK-LABEL: define void @masked
; CHECK:       call void @__xblock_together(i1 zeroext true)
; CHECK-NEXT:  [[BIT0:%.*]] = extractelement <2 x i1> %m, i64 0
; CHECK-NEXT:  [[SIZE0:%.*]] = select i1 [[BIT0]], i64 4, i64 0
; CHECK-NEXT:  call void @__xblock_read(ptr %p, i64 [[SIZE0]],
; CHECK-NEXT:  [[BIT1:%.*]] = extractelement <2 x i1> %m, i64 1
; CHECK-NEXT:  [[SIZE1:%.*]] = select i1 [[BIT1]], i64 4, i64 0
; CHECK-NEXT:  [[LANE1:%.*]] = getelementptr i8, ptr %p, i64 4
; CHECK-NEXT:  call void @__xblock_read(ptr [[LANE1]], i64 [[SIZE1]],
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext false)
; CHECK-NEXT:  call <2 x i32> @llvm.masked.load
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext true)
; CHECK-NEXT:  [[LANE:%.*]] = getelementptr i8, ptr %p, i64 4
; CHECK-NEXT:  call void @__xblock_write(ptr [[LANE]], i64 4,
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext false)
; CHECK-NEXT:  call void @llvm.masked.store
define void @masked(ptr %p, <2 x i1> %m) {
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %m, <2 x i32> zeroinitializer)
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr %p, i32 4, <2 x i1> <i1 false, i1 true>)
  ret void
}

; CHECK-LABEL: define void @scattered
; CHECK:       [[TO:%.*]] = extractelement <2 x ptr> %ps, i64 1
; CHECK:       call void @__xblock_read(ptr [[TO]],
; CHECK:       call <2 x i32> @llvm.masked.gather
; CHECK:       call void @__xblock_together(i1 zeroext true)
; CHECK:       call void @__xblock_write
; CHECK:       call void @__xblock_write
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext false)
; CHECK-NEXT:  call void @llvm.masked.scatter
define void @scattered(<2 x ptr> %ps, <2 x i1> %m) {
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %ps, i32 4, <2 x i1> %m, <2 x i32> zeroinitializer)
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> %v, <2 x ptr> %ps, i32 4, <2 x i1> %m)
  ret void
}

; The enabled lanes lie side by side, so their sizes add up.
; CHECK-LABEL: define void @packed
; CHECK:       [[SUM:%.*]] = add
; CHECK:       call void @__xblock_read(ptr %p, i64
; CHECK-NEXT:  call <2 x i32> @llvm.masked.expandload
; CHECK:       call void @__xblock_write(ptr %p, i64
; CHECK-NEXT:  call void @llvm.masked.compressstore
define void @packed(ptr %p, <2 x i1> %m) {
  %v = call <2 x i32> @llvm.masked.expandload.v2i32(ptr %p, <2 x i1> %m, <2 x i32> zeroinitializer)
  call void @llvm.masked.compressstore.v2i32(<2 x i32> %v, ptr %p, <2 x i1> %m)
  ret void
}

declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, i32, <2 x i1>)
declare <2 x i32> @llvm.masked.expandload.v2i32(ptr, <2 x i1>, <2 x i32>)
declare void @llvm.masked.compressstore.v2i32(<2 x i32>, ptr, <2 x i1>)

; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Memory at a segment (address spaces 256 and 257 on x86-64) is what the processor's own thread has, which all fibers share: each way to it is
; refused. An address in it that is only computed is none.

; CHECK: c"access at a segment\00"

; CHECK-LABEL: define i64 @segment
; CHECK:       call void @__xblock_unsupported(
; CHECK-NEXT:  load i64
; CHECK-NEXT:  call void @__xblock_unsupported(
; CHECK-NEXT:  store i64
; CHECK-NEXT:  call void @__xblock_unsupported(
; CHECK-NEXT:  atomicrmw
; CHECK-NEXT:  call void @__xblock_unsupported(
; CHECK-NEXT:  cmpxchg
; CHECK-NEXT:  call void @__xblock_unsupported(
; CHECK-NEXT:  call void @llvm.memset
; CHECK-NEXT:  getelementptr
; CHECK-NEXT:  ret i64
define i64 @segment(ptr addrspace(257) %p) {
  %v = load i64, ptr addrspace(256) null
  store i64 %v, ptr addrspace(257) null
  atomicrmw add ptr addrspace(257) %p, i64 1 seq_cst
  cmpxchg ptr addrspace(257) %p, i64 1, i64 2 seq_cst seq_cst
  call void @llvm.memset.p257.i64(ptr addrspace(257) %p, i8 0, i64 8, i1 false)
  %q = getelementptr i64, ptr addrspace(257) %p, i64 1
  ret i64 %v
}

declare void @llvm.memset.p257.i64(ptr addrspace(257), i8, i64, i1)

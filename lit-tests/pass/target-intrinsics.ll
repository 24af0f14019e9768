; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A target intrinsic that may touch shared memory in a way unknown here is refused by its name.

; CHECK: c"llvm.x86.avx.maskstore.ps\00"

; CHECK-LABEL: define void @target
; CHECK:       call void @__xblock_unsupported(ptr @xblock.string, ptr @xblock.site)
; CHECK-NEXT:  call void @llvm.x86.avx.maskstore.ps(ptr %p
; CHECK-NEXT:  call void @llvm.x86.avx.maskstore.ps(ptr %local
; CHECK-NEXT:  call void @llvm.x86.sse2.clflush
; CHECK-NEXT:  call void @llvm.x86.sse2.pause
; CHECK-NEXT:  ret void
define void @target(ptr %p, <4 x i32> %m, <4 x float> %v) {
  %local = alloca <4 x float>
  call void @llvm.x86.avx.maskstore.ps(ptr %p, <4 x i32> %m, <4 x float> %v)
  call void @llvm.x86.avx.maskstore.ps(ptr %local, <4 x i32> %m, <4 x float> %v)
  call void @llvm.x86.sse2.clflush(ptr %p)
  call void @llvm.x86.sse2.pause()
  ret void
}

declare void @llvm.x86.avx.maskstore.ps(ptr, <4 x i32>, <4 x float>)
declare void @llvm.x86.sse2.clflush(ptr)
declare void @llvm.x86.sse2.pause()

; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; The address of a thread_local variable is the running fiber's; accesses through it are told.

@tls = thread_local global i32 0
@__xblock_current = external thread_local global i32

; CHECK-LABEL: define i32 @intrinsic
; CHECK:       %native = call ptr @llvm.threadlocal.address.p0(ptr @tls)
; CHECK-NEXT:  [[COPY:%.*]] = call ptr @__xblock_thread_local(ptr %native)
; CHECK-NEXT:  call void @__xblock_read4(ptr [[COPY]],
; CHECK-NEXT:  load i32, ptr [[COPY]]
define i32 @intrinsic() {
  %native = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  %v = load i32, ptr %native
  ret i32 %v
}

; The runtime's own stays native.
; CHECK-LABEL: define i32 @own
; CHECK-NOT:   @__xblock_thread_local
; CHECK:       ret i32
define i32 @own() {
  %native = call ptr @llvm.threadlocal.address.p0(ptr @__xblock_current)
  %v = load i32, ptr %native
  ret i32 %v
}

declare ptr @llvm.threadlocal.address.p0(ptr)

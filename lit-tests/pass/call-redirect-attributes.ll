; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; The runtime's function writes memory and may unwind, so those promises go. What the calling convention
; is made of stays.

; CHECK-LABEL: define void @exit_thread
; CHECK:       call void @__xblock_fn_pthread_exit(ptr %p) [[CALL:#[0-9]+]]
define void @exit_thread(ptr %p) {
  call void @pthread_exit(ptr %p) noreturn nounwind memory(none)
  unreachable
}

; CHECK-LABEL: define i32 @equal
; CHECK:       call zeroext i32 @__xblock_fn_pthread_equal(i64 zeroext %a, i64 %b){{$}}
define i32 @equal(i64 %a, i64 %b) {
  %r = call zeroext i32 @pthread_equal(i64 zeroext %a, i64 %b) nounwind memory(none)
  ret i32 %r
}

declare void @pthread_exit(ptr readnone) noreturn nounwind
declare zeroext i32 @pthread_equal(i64 zeroext, i64) nounwind memory(none) willreturn

; CHECK: declare void @__xblock_fn_pthread_exit(ptr) [[DECLARED:#[0-9]+]]
; CHECK: declare zeroext i32 @__xblock_fn_pthread_equal(i64 zeroext, i64){{$}}
; CHECK: attributes [[DECLARED]] = { noreturn }

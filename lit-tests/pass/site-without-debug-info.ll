; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Without debug info a site names the source file and the function, demangled, at line 0.

source_filename = "queue.cpp"

; CHECK-DAG: @[[FILE:xblock.string[.0-9]*]] = private unnamed_addr constant [10 x i8] c"queue.cpp\00"
; CHECK-DAG: @[[NAME:xblock.string[.0-9]*]] = private unnamed_addr constant [16 x i8] c"Queue::pop(int)\00"
; CHECK-DAG: @xblock.site = private constant { ptr, ptr, i32, i32 } { ptr @[[FILE]], ptr @[[NAME]], i32 0, i32 0 }, align 8

; CHECK-LABEL: define i32 @_ZN5Queue3popEi
; CHECK:       call void @__xblock_read4(ptr %p, ptr @xblock.site)
define i32 @_ZN5Queue3popEi(ptr %p, i32 %i) {
  %v = load i32, ptr %p
  ret i32 %v
}

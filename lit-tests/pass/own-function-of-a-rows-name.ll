; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A function of the program with the name of a row is reached from its other files too, which call __xblock_fn_NAME. One that other
; files have of their own, or may have another version of, claims no name.

; CHECK-DAG: @__xblock_fn_error = protected alias i32 (i32), ptr @error
; CHECK-DAG: @__xblock_fn_index = weak hidden alias ptr (ptr, i32), ptr @index
; CHECK-DAG: @__xblock_fn_login = protected alias i32 (), ptr @"\01login"
; CHECK-NOT: @__xblock_fn_mount
; CHECK-NOT: @__xblock_fn_fnmatch
; CHECK-NOT: @__xblock_fn__ZNSt6thread4joinEv
; CHECK-NOT: @__xblock_fn_other
define i32 @error(i32 %x) {
  ret i32 %x
}

define weak hidden ptr @index(ptr %s, i32 %c) {
  ret ptr %s
}

define i32 @"\01login"() {
  ret i32 0
}

define internal i32 @mount() {
  ret i32 0
}

define linkonce_odr i32 @fnmatch() {
  ret i32 0
}

define void @_ZNSt6thread4joinEv() {
  ret void
}

define i32 @other() {
  %r = call i32 @mount()
  %s = call i32 @fnmatch()
  ret i32 %r
}

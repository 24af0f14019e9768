; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; The runtime has its own main and calls the program's, which -fvisibility=hidden must not hide.

; CHECK-LABEL: define dso_local i32 @__xblock_program_main(i32 %argc, ptr %argv)
; CHECK:       call i32 @__xblock_program_main(i32 0, ptr null)
; CHECK-NOT:   @main
define hidden i32 @main(i32 %argc, ptr %argv) {
  %r = call i32 @main(i32 0, ptr null)
  ret i32 %r
}

; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A module with hooks announces itself before the program's constructors run, and holds on to the ABI
; version.

; CHECK-DAG: @__xblock_abi_v1 = external constant i8
; CHECK-DAG: @xblock.module = internal global ptr @__xblock_abi_v1
; CHECK-DAG: @llvm.global_ctors = appending global {{.*}} { i32 1, ptr @xblock.module_constructor, ptr null }

define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define internal void @xblock.module_constructor()
; CHECK-NEXT:    call void @__xblock_module(ptr @xblock.module)
; CHECK-NEXT:    ret void
; CHECK: !xblock.instrumented = !{}

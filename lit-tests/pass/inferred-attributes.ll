; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; A function with hooks is not free of effects any more, whatever the compiler inferred before.

; CHECK: define i32 @get(ptr %p) [[LEFT:#[0-9]+]]
define i32 @get(ptr %p) nounwind nosync memory(argmem: read) willreturn {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK: call i32 @get(ptr %p){{$}}
define i32 @use(ptr %p) {
  %v = call i32 @get(ptr %p) memory(argmem: read)
  ret i32 %v
}

; CHECK: attributes [[LEFT]] = { nounwind }

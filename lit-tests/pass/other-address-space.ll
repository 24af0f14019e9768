; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Segment-relative memory (address spaces 256 and 257 on x86-64) is no memory of the program.

; CHECK-NOT: __xblock_{{read|write}}
define i64 @segment() {
  %v = load i64, ptr addrspace(256) null
  store i64 %v, ptr addrspace(257) null
  ret i64 %v
}

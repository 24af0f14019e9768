; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; What the processor tells without a call: its counter and its random numbers are the runtime's, its number is 0; what the model has not is
; refused by its name. They were left alone, so that a program which depends on them was "complete" by chance.

; Such a module has hooks, and says so.
; CHECK-DAG: @llvm.global_ctors
; CHECK-DAG: c"llvm.thread.pointer\00"
; CHECK-DAG: c"llvm.x86.rdpmc\00"
; CHECK-DAG: c"llvm.x86.rdfsbase.64\00"

; CHECK-LABEL: define i64 @counters
; CHECK-NEXT:  %[[A:.*]] = call i64 @__xblock_counter(ptr @xblock.site
; CHECK-NEXT:  %[[B:.*]] = call i64 @__xblock_counter(ptr @xblock.site
; CHECK-NEXT:  %[[C:.*]] = call i64 @__xblock_counter(ptr @xblock.site
; CHECK-NEXT:  %[[D:.*]] = insertvalue { i64, i32 } poison, i64 %[[C]], 0
; CHECK-NEXT:  %[[E:.*]] = insertvalue { i64, i32 } %[[D]], i32 0, 1
; CHECK-NEXT:  extractvalue { i64, i32 } %[[E]], 0
; CHECK-NEXT:  add i64 %[[A]], %[[B]]
; CHECK-NOT:   call
; CHECK:       ret i64
define i64 @counters() {
  %a = call i64 @llvm.x86.rdtsc()
  %b = call i64 @llvm.readcyclecounter()
  %c = call { i64, i32 } @llvm.x86.rdtscp()
  %d = extractvalue { i64, i32 } %c, 0
  %e = add i64 %a, %b
  %f = add i64 %e, %d
  ret i64 %f
}

; CHECK-LABEL: define i32 @processor
; CHECK-NEXT:  ret i32 0
define i32 @processor() {
  %a = call i32 @llvm.x86.rdpid()
  ret i32 %a
}

; CHECK-LABEL: define { i16, i32 } @random
; CHECK-NEXT:  %[[A:.*]] = call i64 @__xblock_random()
; CHECK-NEXT:  %[[B:.*]] = trunc i64 %[[A]] to i16
; CHECK-NEXT:  %[[C:.*]] = insertvalue { i16, i32 } poison, i16 %[[B]], 0
; CHECK-NEXT:  %[[D:.*]] = insertvalue { i16, i32 } %[[C]], i32 1, 1
; CHECK-NEXT:  call i64 @__xblock_random()
; CHECK-NOT:   @llvm.x86
; CHECK:       ret { i16, i32 } %[[D]]
define { i16, i32 } @random() {
  %a = call { i16, i32 } @llvm.x86.rdrand.16()
  %b = call { i64, i32 } @llvm.x86.rdseed.64()
  ret { i16, i32 } %a
}

; CHECK-LABEL: define i64 @refused
; CHECK-NEXT:  call void @__xblock_unsupported(
; CHECK-NEXT:  call ptr @llvm.thread.pointer
; CHECK-NEXT:  call void @__xblock_unsupported(
; CHECK-NEXT:  call i64 @llvm.x86.rdpmc
; CHECK-NEXT:  call void @__xblock_unsupported(
; CHECK-NEXT:  call i64 @llvm.x86.rdfsbase.64
define i64 @refused() {
  %a = call ptr @llvm.thread.pointer()
  %b = call i64 @llvm.x86.rdpmc(i32 0)
  %c = call i64 @llvm.x86.rdfsbase.64()
  ret i64 %c
}

declare i64 @llvm.x86.rdtsc()
declare i64 @llvm.readcyclecounter()
declare { i64, i32 } @llvm.x86.rdtscp()
declare i32 @llvm.x86.rdpid()
declare { i16, i32 } @llvm.x86.rdrand.16()
declare { i64, i32 } @llvm.x86.rdseed.64()
declare ptr @llvm.thread.pointer()
declare i64 @llvm.x86.rdpmc(i32)
declare i64 @llvm.x86.rdfsbase.64()

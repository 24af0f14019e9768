; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Uses without the intrinsic (in instructions, constants, phis) get one address for the function.

@tls = thread_local global [4 x i32] zeroinitializer

; CHECK-LABEL: define i32 @direct
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %local = alloca i32
; CHECK-NEXT:    [[NATIVE:%.*]] = call {{.*}} @llvm.threadlocal.address.p0(ptr {{.*}}@tls)
; CHECK-NEXT:    [[COPY:%.*]] = call ptr @__xblock_thread_local(ptr [[NATIVE]])
; CHECK-NOT:     threadlocal.address
; CHECK:         getelementptr i8, ptr [[COPY]], i64 8
; CHECK:         phi ptr [ [[COPY]], %entry ]
define i32 @direct(i1 %c) {
entry:
  %local = alloca i32
  store i32 1, ptr getelementptr (i8, ptr @tls, i64 8)
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi ptr [ @tls, %entry ], [ %local, %then ]
  %v = load i32, ptr %p
  ret i32 %v
}

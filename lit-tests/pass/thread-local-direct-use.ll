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

; What is made of the address is made by instructions, of structs and vectors too; once for a block that
; comes to a phi by two edges.
; CHECK-LABEL: define i32 @made
; CHECK:         [[NATIVE:%.*]] = call {{.*}} @llvm.threadlocal.address.p0(ptr {{.*}}@tls)
; CHECK-NEXT:    [[COPY:%.*]] = call ptr @__xblock_thread_local(ptr [[NATIVE]])
; CHECK-NOT:     @tls
; CHECK:         [[SECOND:%.*]] = getelementptr i8, ptr [[COPY]], i64 4
; CHECK-NEXT:    switch
; CHECK:         phi ptr [ [[SECOND]], %entry ], [ [[SECOND]], %entry ], [ %q, %other ]
; CHECK:         insertvalue { ptr, i64 } {{.*}}, ptr [[COPY]], 0
; CHECK:         [[NUMBER:%.*]] = ptrtoint ptr [[COPY]] to i64
; CHECK-NEXT:    insertelement <2 x i64> {{.*}}, i64 [[NUMBER]], {{i32|i64}} 0
; CHECK-NOT:     @tls
; CHECK:         ret i32
define i32 @made(i32 %n, ptr %q) {
entry:
  switch i32 %n, label %other [ i32 0, label %join
                                i32 1, label %join ]
other:
  br label %join
join:
  %p = phi ptr [ getelementptr (i8, ptr @tls, i64 4), %entry ], [ getelementptr (i8, ptr @tls, i64 4), %entry ], [ %q, %other ]
  store { ptr, i64 } { ptr @tls, i64 7 }, ptr %q
  store <2 x i64> <i64 ptrtoint (ptr @tls to i64), i64 1>, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}

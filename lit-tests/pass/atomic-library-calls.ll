; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Calls of libatomic are atomics of their size; the plain memory they use is told too. The generic functions take objects at
; any address: 8 is added to the order.

declare i128 @__atomic_load_16(ptr, i32)
declare i32 @__atomic_fetch_add_4(ptr, i32, i32)
declare zeroext i1 @__atomic_compare_exchange_16(ptr, ptr, i128, i32, i32)
declare void @__atomic_exchange(i64, ptr, ptr, ptr, i32)
declare zeroext i1 @__atomic_is_lock_free(i64, ptr)
; Of a name of the library, but with other arguments.
declare void @__atomic_store(ptr)

; Values in memory that others may see are read before, into a copy for the call, and written behind, each an access of its own.
; CHECK-LABEL: define void @calls
; CHECK:       %[[RESULT:.*]] = alloca [24 x i8], align 16
; CHECK-NEXT:  %[[VALUE:.*]] = alloca [24 x i8], align 16
; CHECK-NEXT:  %[[EXPECTED:.*]] = alloca [16 x i8], align 16
; CHECK-NEXT:  call void @__xblock_atomic_load(ptr %p, i64 16, i32 2,
; CHECK-NEXT:  call i128 @__atomic_load_16(ptr %p, i32 2)
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  call void @__xblock_atomic_rmw(ptr %p, i64 4, i32 5,
; CHECK-NEXT:  call i32 @__atomic_fetch_add_4
; CHECK-NEXT:  call void @__xblock_atomic_done
; A failed exchange puts the value it found into q, another one writes nothing.
; CHECK-NEXT:  call void @__xblock_read(ptr %q, i64 16,
; CHECK-NEXT:  call void @llvm.memcpy{{.*}}(ptr align 1 %[[EXPECTED]], ptr align 1 %q, i64 16,
; CHECK-NEXT:  call void @__xblock_cas(ptr %p, i64 16, i32 5, i32 0,
; CHECK-NEXT:  %stored = call zeroext i1 @__atomic_compare_exchange_16(ptr %p, ptr %[[EXPECTED]],
; CHECK-NEXT:  call void @__xblock_cas_done(ptr %p, i64 16, i1 zeroext %stored,
; CHECK-NEXT:  icmp ne i1 %stored, false
; CHECK-NEXT:  %[[SIZE:.*]] = select i1 %{{.*}}, i64 0, i64 16
; CHECK-NEXT:  call void @__xblock_write(ptr %q, i64 %[[SIZE]],
; CHECK-NEXT:  call void @llvm.memcpy{{.*}}(ptr align 1 %q, ptr align 1 %[[EXPECTED]], i64 %[[SIZE]],
; CHECK-NEXT:  call void @__xblock_read(ptr %q, i64 24,
; CHECK-NEXT:  call void @llvm.memcpy{{.*}}(ptr align 1 %[[VALUE]], ptr align 1 %q, i64 24,
; CHECK-NEXT:  call void @__xblock_atomic_rmw(ptr %p, i64 24, i32 13,
; CHECK-NEXT:  call void @__atomic_exchange(i64 24, ptr %p, ptr %[[VALUE]], ptr %[[RESULT]], i32 5)
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  call void @__xblock_write(ptr %r, i64 24,
; CHECK-NEXT:  call void @llvm.memcpy{{.*}}(ptr align 1 %r, ptr align 1 %[[RESULT]], i64 24,
; CHECK-NEXT:  call zeroext i1 @__atomic_is_lock_free
; CHECK-NEXT:  call void @__atomic_store
; CHECK-NEXT:  ret void
define void @calls(ptr %p, ptr %q, ptr %r) {
  %a = call i128 @__atomic_load_16(ptr %p, i32 2)
  %b = call i32 @__atomic_fetch_add_4(ptr %p, i32 1, i32 5)
  %stored = call zeroext i1 @__atomic_compare_exchange_16(ptr %p, ptr %q, i128 0, i32 5, i32 0)
  call void @__atomic_exchange(i64 24, ptr %p, ptr %q, ptr %r, i32 5)
  %c = call zeroext i1 @__atomic_is_lock_free(i64 24, ptr %p)
  call void @__atomic_store(ptr %p)
  ret void
}

; For a value of a size that is known at run time only there is no room. A tail call may not use the caller's frame, so it is none any more.
; CHECK-LABEL: define void @more
; CHECK:       call void @__xblock_unsupported
; CHECK:       call void @__atomic_load(i64 %n, ptr %p, ptr %q, i32 5)
; CHECK:       call void @__xblock_atomic_load(ptr %p, i64 24, i32 13,
; CHECK-NEXT:  {{^}}  call void @__atomic_load(i64 24, ptr %p, ptr %{{[0-9]+}}, i32 5)
define void @more(i64 %n, ptr %p, ptr %q) {
  call void @__atomic_load(i64 %n, ptr %p, ptr %q, i32 5)
  tail call void @__atomic_load(i64 24, ptr %p, ptr %q, i32 5)
  ret void
}
declare void @__atomic_load(i64, ptr, ptr, i32)

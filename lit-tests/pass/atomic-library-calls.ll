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

; CHECK-LABEL: define void @calls
; CHECK:       call void @__xblock_atomic_load(ptr %p, i64 16, i32 2,
; CHECK-NEXT:  call i128 @__atomic_load_16(ptr %p, i32 2)
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  call void @__xblock_atomic_rmw(ptr %p, i64 4, i32 5,
; CHECK-NEXT:  call i32 @__atomic_fetch_add_4
; CHECK-NEXT:  call void @__xblock_atomic_done
; A failed exchange puts the value it found into q.
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext true)
; CHECK-NEXT:  call void @__xblock_read(ptr %q, i64 16,
; CHECK-NEXT:  call void @__xblock_write(ptr %q, i64 16,
; CHECK-NEXT:  call void @__xblock_cas(ptr %p, i64 16, i32 5, i32 0,
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext false)
; CHECK-NEXT:  %stored = call zeroext i1 @__atomic_compare_exchange_16
; CHECK-NEXT:  call void @__xblock_cas_done(ptr %p, i64 16, i1 zeroext %stored,
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext true)
; CHECK-NEXT:  call void @__xblock_read(ptr %q, i64 24,
; CHECK-NEXT:  call void @__xblock_write(ptr %r, i64 24,
; CHECK-NEXT:  call void @__xblock_atomic_rmw(ptr %p, i64 24, i32 13,
; CHECK-NEXT:  call void @__xblock_together(i1 zeroext false)
; CHECK-NEXT:  call void @__atomic_exchange
; CHECK-NEXT:  call void @__xblock_atomic_done
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

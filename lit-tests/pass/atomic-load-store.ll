; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Atomic loads and stores tell size and order (memory_order's numbers) before, and done right after.

; CHECK-LABEL: define void @orders
; CHECK:       call void @__xblock_atomic_load(ptr %p, i64 4, i32 0,
; CHECK-NEXT:  load atomic i32, ptr %p monotonic
; CHECK-NEXT:  call void @__xblock_atomic_done(ptr @xblock.site)
; CHECK-NEXT:  call void @__xblock_atomic_load(ptr %p, i64 8, i32 2,
; CHECK-NEXT:  load atomic ptr, ptr %p acquire
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  call void @__xblock_atomic_load(ptr %p, i64 1, i32 5,
; CHECK-NEXT:  load atomic volatile i8, ptr %p seq_cst
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  call void @__xblock_atomic_load(ptr %p, i64 2, i32 0,
; CHECK-NEXT:  load atomic i16, ptr %p unordered
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  call void @__xblock_atomic_store(ptr %p, i64 4, i32 3,
; CHECK-NEXT:  store atomic float {{.*}} release
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  call void @__xblock_atomic_store(ptr %p, i64 16, i32 5,
; CHECK-NEXT:  store atomic i128 0, ptr %p seq_cst
; CHECK-NEXT:  call void @__xblock_atomic_done
; CHECK-NEXT:  ret void
define void @orders(ptr %p) {
  %a = load atomic i32, ptr %p monotonic, align 4
  %b = load atomic ptr, ptr %p acquire, align 8
  %c = load atomic volatile i8, ptr %p seq_cst, align 1
  %d = load atomic i16, ptr %p unordered, align 2
  store atomic float 1.0, ptr %p release, align 4
  store atomic i128 0, ptr %p seq_cst, align 16
  ret void
}

; Aligned to less than its size, an atomic becomes a call of libatomic, which takes any address: 8 is added to the order.
; CHECK-LABEL: define void @unaligned
; CHECK:       call void @__xblock_atomic_load(ptr %p, i64 16, i32 13,
; CHECK:       call void @__xblock_atomic_store(ptr %p, i64 4, i32 11,
; CHECK:       call void @__xblock_atomic_rmw(ptr %p, i64 8, i32 8,
; CHECK:       call void @__xblock_cas(ptr %p, i64 8, i32 13, i32 2,
define void @unaligned(ptr %p) {
  %a = load atomic i128, ptr %p seq_cst, align 8
  store atomic i32 1, ptr %p release, align 2
  %b = atomicrmw add ptr %p, i64 1 monotonic, align 4
  %c = cmpxchg ptr %p, i64 0, i64 1 seq_cst acquire, align 1
  ret void
}

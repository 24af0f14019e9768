; Functions of one vector instruction each, as a compiler makes them of loops. Where a machine lacks an instruction for them they are done lane by lane.
target triple = "x86_64-pc-linux-gnu"

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)

; The lanes of p that are on go to `to`; the others are 7 there.
define void @load(ptr %p, <4 x i32> %on, ptr %to) {
  %mask = icmp ne <4 x i32> %on, zeroinitializer
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %mask, <4 x i32> <i32 7, i32 7, i32 7, i32 7>)
  store <4 x i32> %v, ptr %to, align 4
  ret void
}
define void @expand(ptr %p, <4 x i32> %on, ptr %to) {
  %mask = icmp ne <4 x i32> %on, zeroinitializer
  %v = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %p, <4 x i1> %mask, <4 x i32> <i32 7, i32 7, i32 7, i32 7>)
  store <4 x i32> %v, ptr %to, align 4
  ret void
}
define void @gather(ptr %pointers, <4 x i32> %on, ptr %to) {
  %mask = icmp ne <4 x i32> %on, zeroinitializer
  %p = load <4 x ptr>, ptr %pointers, align 8
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %mask, <4 x i32> <i32 7, i32 7, i32 7, i32 7>)
  store <4 x i32> %v, ptr %to, align 4
  ret void
}

; 1, 2, 3, 4 in the lanes that are on.
define void @store(ptr %p, <4 x i32> %on) {
  %mask = icmp ne <4 x i32> %on, zeroinitializer
  call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %p, i32 4, <4 x i1> %mask)
  ret void
}
define void @compress(ptr %p, <4 x i32> %on) {
  %mask = icmp ne <4 x i32> %on, zeroinitializer
  call void @llvm.masked.compressstore.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %p, <4 x i1> %mask)
  ret void
}
define void @scatter(ptr %pointers, <4 x i32> %on) {
  %mask = icmp ne <4 x i32> %on, zeroinitializer
  %p = load <4 x ptr>, ptr %pointers, align 8
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x ptr> %p, i32 4, <4 x i1> %mask)
  ret void
}

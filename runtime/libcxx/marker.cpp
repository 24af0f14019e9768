// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The headers of libc++, as xblock-clang++ finds them, refer to this: a program with libc++ is linked with this library, or
// not at all.
extern "C" {
extern const char __xblock_link_with_lxblock_libcxx;
const char __xblock_link_with_lxblock_libcxx = 1;
}

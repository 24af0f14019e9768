// RUN: rm -rf %t && mkdir -p "%t/a b/bin" "%t/a b/lib/xblock"
// RUN: cp %xblock_cc "%t/a b/bin/xblock-clang"
// RUN: cp %lib_root/libxblock.so %lib_root/libxblock_rt.so "%t/a b/lib"
// RUN: cp -r %lib_root/xblock "%t/a b/lib"
// RUN: ln -s "a b/bin/xblock-clang" %t/cc
// RUN: %t/cc -Werror -c %s -o %t/object.o
// RUN: llvm-nm %t/object.o | FileCheck %s
// RUN: %t/cc -Werror %t/object.o -o %t/program
// RUN: llvm-readelf -d %t/program | FileCheck --check-prefix=PATH %s
// The tree may be moved, its path may have spaces, and a wrapper may be called through a link.

// CHECK: U __xblock_write4
// PATH: (RUNPATH) {{.*}}[{{.*}}/a b/
int counter;
int main(void) {
  counter = 0;
  return counter;
}

// RUN: rm -rf %t && mkdir %t
// RUN: %xblock_cc -Werror -DPART=1 -fPIC -c %s -o %t/one.o
// RUN: %xblock_cc -Werror -shared %t/one.o -o %t/libone.so
// RUN: %xblock_cc -Werror -DPART=2 -c %s -o %t/two.o
// RUN: %xblock_cc -Werror -r %t/two.o -o %t/three.o
// RUN: %xblock_cc -Werror %t/three.o -L%t -lone -Wl,-rpath,%t -o %t/program
// RUN: llvm-readelf -d %t/libone.so | FileCheck %s
// RUN: llvm-readelf -d %t/program | FileCheck %s
// Every way to link a program or a library has the runtime; a relocatable object has not.

// CHECK: (NEEDED) {{.*}}libxblock_rt.so
#if PART == 1
int counter;
int count(void) { return ++counter; }
#else
int count(void);
int main(void) { return count() - 1; }
#endif

// RUN: clang-19 -shared -fPIC %s -o %t.so
// RUN: not env LD_PRELOAD=%t.so %clang -x c -c /dev/null -o %t.o 2>&1 | FileCheck %s
// The plugin in a compiler with another LLVM says so.

// CHECK: xblock: this pass plugin is built for LLVM 19 and cannot be loaded into LLVM 20
void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  *major = 20;
  *minor = 1;
  *patch = 0;
}

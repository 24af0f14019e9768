// RUN: %xblock_cc -ffunction-sections -fdata-sections -c %s -o %t.o
// RUN: llvm-objcopy --redefine-sym __xblock_abi_v1=__xblock_abi_v0 %t.o %t.old.o
// RUN: not %xblock_cc %t.old.o -o %t 2>&1 | FileCheck %s
// RUN: not %xblock_cc -fuse-ld=lld -Wl,--gc-sections %t.old.o -o %t 2>&1 | FileCheck %s
// An object from another version of the pass names another symbol than the runtime has.

// CHECK: {{undefined (reference|symbol).*__xblock_abi_v0}}
int counter;
int main(void) { return counter; }

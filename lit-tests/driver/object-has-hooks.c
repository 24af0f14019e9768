// RUN: %xblock_cc -Werror -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// An object has hooks, the announcement of its module, and its main under the new name.

// CHECK-DAG: T __xblock_program_main
// CHECK-DAG: U __xblock_module
// CHECK-DAG: U __xblock_abi_v1
// CHECK-DAG: U __xblock_write4
// CHECK-NOT: {{ main$}}
int counter;

int main(void) {
  counter = 1;
  return 0;
}

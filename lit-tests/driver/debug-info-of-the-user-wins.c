// RUN: %xblock_cc -c %s -o %t.o && llvm-dwarfdump %t.o | FileCheck --check-prefix=LINES %s
// RUN: %xblock_cc -g -c %s -o %t.o && llvm-dwarfdump %t.o | FileCheck --check-prefix=FULL %s
// RUN: %xblock_cc -g0 -c %s -o %t.o && llvm-dwarfdump %t.o | FileCheck --check-prefix=NONE %s
// Lines are there without -g, and a -g is as good as ever.

// LINES:     DW_TAG_compile_unit
// LINES-NOT: DW_TAG_variable
// FULL:      DW_TAG_variable
// NONE-NOT:  DW_TAG
int counter;
int count(void) { return ++counter; }

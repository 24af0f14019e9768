// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: `xblock run --html test.c`, a slip of the hand, replaced the source by the report. One that is empty or is not there is written.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && cp %s test.c && cp %s test.hpp && %xblock_cc -O1 test.c -o program && touch empty.c
// RUN: bash -c 'for option in json html sarif junit log coverage-html; do for file in test.c ./test.hpp; do %python %S/../run/Inputs/exits.py 3 --one-line %xblock run --$option $file -- ./program 2>&1 | FileCheck -DFILE=$file %s && cmp %s $file || exit 1; done; done'
// RUN: %python %S/../run/Inputs/exits.py 3 --one-line %xblock compare --json=test.c -- ./program 2>&1 | FileCheck -DFILE=test.c %s
// RUN: %python %S/../run/Inputs/exits.py 3 --one-line %xblock run --policy=native --json=test.c -- ./program 2>&1 | FileCheck -DFILE=test.c %s
// RUN: cmp %s test.c
// RUN: %xblock run --quiet --json=empty.c -- ./program && grep -q verdict empty.c
// CHECK: [[FILE]] is there, and by its name a source file, which would be lost: give another name
int main(void) { return 0; }

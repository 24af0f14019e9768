// RUN: %xblock_cc -Werror -O2 -D_FORTIFY_SOURCE=2 -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// _FORTIFY_SOURCE turns calls into ones that nobody models; the user's definition draws no warning.

// CHECK-NOT: _chk
#include <stdio.h>
#include <string.h>

char text[8];
void copy(const char *from) { snprintf(text, sizeof text, "%s", from); }
